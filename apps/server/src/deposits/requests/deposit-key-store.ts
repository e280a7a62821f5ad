import type { Queryable } from "../../platform/db/pool.ts";
import type { DepositNetwork } from "./address-source.ts";

const NETWORKS: readonly DepositNetwork[] = ["BTC", "LTC", "ERC20", "TRC20"];

/** Returns the stored keys; the first time, it makes and stores them. Safe if two processes start at the same time. */
export async function ensureDepositKeys(
  sql: Queryable,
  make: () => Record<DepositNetwork, string>,
): Promise<Record<DepositNetwork, string>> {
  const stored = await readDepositKeys(sql);
  if (NETWORKS.every((network) => stored[network] !== undefined)) return stored as Record<DepositNetwork, string>;
  // Deriving keys takes a tenth of a second, so it is done only when they are needed.
  const made = make();
  const rows = Object.entries(made).map(([network, extended_public_key]) => ({
    network,
    extended_public_key,
    is_test: true,
  }));
  await sql`
    insert into deposit_keys select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as k (network text, extended_public_key text, is_test boolean)
    on conflict do nothing`;
  return { ...made, ...(await readDepositKeys(sql)) };
}

/** The keys that a demo made for itself, for the record of a start. In live mode the keys are settings. */
export async function listDepositKeys(sql: Queryable): Promise<{ name: string; value: string }[]> {
  const keys = Object.entries(await readDepositKeys(sql));
  return keys.map(([network, value]) => ({ name: `deposit key ${network}`, value }));
}

async function readDepositKeys(sql: Queryable): Promise<Partial<Record<DepositNetwork, string>>> {
  const rows = await sql<{ network: DepositNetwork; extended_public_key: string }[]>`
    select network, extended_public_key from deposit_keys`;
  return Object.fromEntries(rows.map((row) => [row.network, row.extended_public_key]));
}

/** Sets the platform's gas wallet to a new address, once. */
export async function ensureGasWallet(sql: Queryable, makeAddress: () => Promise<string>): Promise<void> {
  const [settings] = await sql<{ gas_fee_address: string | null }[]>`select gas_fee_address from system_settings`;
  if (settings?.gas_fee_address) return;
  await sql`update system_settings set gas_fee_address = ${await makeAddress()} where gas_fee_address is null`;
}
