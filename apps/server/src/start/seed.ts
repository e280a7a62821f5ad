import type { AddressSource } from "../deposits/addresses/configured-addresses.ts";
import { openAddresses } from "../deposits/addresses/open-addresses.ts";
import { seedBots } from "../investing/bots/store.ts";
import { prepareEvidence } from "../investing/evidence/prepare-evidence.ts";
import { type CreatedAdmin, ensureFirstAdmin } from "../people/identity/first-admin.ts";
import type { PasswordHasher } from "../people/identity/passwords.ts";
import type { Sql } from "../platform/db/pool.ts";
import { writeAdminPassword } from "../platform/process/admin-password-file.ts";
import { readRunningRelease } from "../platform/process/running-release.ts";
import { recordRules } from "../proofs/log/record-rules.ts";
import { checkMode } from "../record/installation/check-mode.ts";
import { recordDocument } from "../record/leaves/store.ts";
import type { Settings } from "./settings/settings.ts";

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
  await prepareEvidence(sql, settings.mode);
  await recordRules(sql, settings);
  await recordDocument(sql, "release", await release);
  const addresses = await openAddresses(sql, settings);
  const { adminEmail: email, adminPassword: password, dataDir } = settings;
  const keep = (generated: string): void => writeAdminPassword(dataDir, generated);
  const admin = await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, { email, password, keep });
  return { addresses, admin };
}
