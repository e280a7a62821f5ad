import { randomBytes } from "node:crypto";
import { type AddressSource, createAddressSource, makeDemoKeys } from "../deposits/addresses/configured-addresses.ts";
import { seedBots } from "../investing/bots/store.ts";
import { prepareEvidence } from "../investing/evidence/prepare-evidence.ts";
import { type CreatedAdmin, ensureFirstAdmin } from "../people/identity/first-admin.ts";
import type { PasswordHasher } from "../people/identity/passwords.ts";
import { recordMode } from "../record/installation/store.ts";
import { recordRules } from "../proofs/log/record-rules.ts";
import { recordDocument } from "../record/leaves/store.ts";
import type { Sql } from "../platform/db/pool.ts";
import { ensureDepositKeys, ensureGasWallet, takeAddressIndex } from "../deposits/requests/store.ts";
import { writeAdminPassword } from "../platform/process/admin-password-file.ts";
import { readRunningRelease } from "../platform/process/running-release.ts";
import { StartError } from "../platform/process/start-error.ts";
import { toDepositKeys } from "../deposits/settings.ts";
import type { Settings } from "./settings/settings.ts";

const SEED_BYTES = 32;

/** Writes what a new installation begins with: bots, evidence, rules, the release, addresses and the first administrator. */
export async function seed(
  sql: Sql,
  settings: Settings,
  passwords: PasswordHasher,
): Promise<{ addresses: AddressSource; admin: CreatedAdmin | undefined }> {
  const release = readRunningRelease();
  // Counted where it is awaited.
  release.catch(() => undefined);
  await checkMode(sql, settings);
  await seedBots(sql);
  await prepareEvidence(sql);
  await recordRules(sql);
  await recordDocument(sql, "release", await release);
  const addresses = await openAddresses(sql, settings);
  await ensureGasWallet(sql, async () => addresses.addressAt("TRC20", await takeAddressIndex(sql, "TRC20")));
  const { adminEmail: email, adminPassword: password, dataDir } = settings;
  const keep = (generated: string): void => writeAdminPassword(dataDir, generated);
  const admin = await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, { email, password, keep });
  return { addresses, admin };
}

/** A database keeps its first mode: otherwise paper money would count as real money, or real money as paper. */
async function checkMode(sql: Sql, { mode }: Settings): Promise<void> {
  const kept = await recordMode(sql, mode);
  if (kept === mode) return;
  throw new StartError(
    `WAZI_MODE: "${mode}" is not allowed: this database was created in ${kept} mode and holds ${kept === "demo" ? "paper" : "real"} money. ` +
      `Set WAZI_MODE=${kept}, or set another DATA_DIR or DATABASE_URL for ${mode} mode.`,
  );
}

/** Live mode uses the operator's watch-only keys. A demo generates its own keys once. */
async function openAddresses(sql: Sql, settings: Settings): Promise<AddressSource> {
  if (settings.mode === "live") return createAddressSource(toDepositKeys(settings), false);
  return createAddressSource(await ensureDepositKeys(sql, () => makeDemoKeys(randomBytes(SEED_BYTES))), true);
}
