import { randomBytes } from "node:crypto";
import type { Queryable } from "../../platform/db/pool.ts";
import type { SettingsOf } from "../../platform/settings/setting-entry.ts";
import { ensureDepositKeys, ensureGasWallet, takeAddressIndex } from "../requests/store.ts";
import { type depositSettings, toDepositKeys } from "../settings.ts";
import { type AddressSource, createAddressSource, makeDemoKeys } from "./configured-addresses.ts";

const SEED_BYTES = 32;

type Settings = SettingsOf<typeof depositSettings> & { mode: "demo" | "live" };

/** Opens the source of deposit addresses, and gives a new installation its address for gas fees. */
export async function openAddresses(sql: Queryable, settings: Settings): Promise<AddressSource> {
  const addresses = await openSource(sql, settings);
  await ensureGasWallet(sql, async () => addresses.addressAt("TRC20", await takeAddressIndex(sql, "TRC20")));
  return addresses;
}

/** Live mode uses the operator's watch-only keys. A demo generates its own keys once. */
async function openSource(sql: Queryable, settings: Settings): Promise<AddressSource> {
  if (settings.mode === "live") return createAddressSource(toDepositKeys(settings), false);
  return createAddressSource(await ensureDepositKeys(sql, () => makeDemoKeys(randomBytes(SEED_BYTES))), true);
}
