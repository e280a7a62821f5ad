import type { Queryable } from "../../db/pool.ts";
import type { DepositNetwork } from "./address-source.ts";

/** Returns the stored keys, or stores the given ones first. Safe if two processes start at the same time. */
export async function ensureDepositKeys(
  sql: Queryable,
  made: Record<DepositNetwork, string>,
): Promise<Record<DepositNetwork, string>> {
  const rows = Object.entries(made).map(([network, extended_public_key]) => ({
    network,
    extended_public_key,
    is_test: true,
  }));
  await sql`
    insert into deposit_keys select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as k (network text, extended_public_key text, is_test boolean)
    on conflict do nothing`;
  const kept = await sql<{ network: DepositNetwork; extended_public_key: string }[]>`
    select network, extended_public_key from deposit_keys`;
  return { ...made, ...Object.fromEntries(kept.map((row) => [row.network, row.extended_public_key])) };
}

/** Sets the platform's gas wallet to a new address, once. */
export async function ensureGasWallet(sql: Queryable, makeAddress: () => Promise<string>): Promise<void> {
  const [settings] = await sql<{ gas_fee_address: string | null }[]>`select gas_fee_address from system_settings`;
  if (settings?.gas_fee_address) return;
  await sql`update system_settings set gas_fee_address = ${await makeAddress()} where gas_fee_address is null`;
}
