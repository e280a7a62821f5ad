import type { SystemSettings } from "@wazi/contracts";
import type { Tx } from "../../platform/db/pool.ts";

/** Reads the settings and locks them until the transaction ends. */
export async function lockSystemSettings(tx: Tx): Promise<SystemSettings> {
  const [row] = await tx<{ address: string | null; amount: string }[]>`
    select gas_fee_address as address, gas_fee_amount as amount from system_settings for update`;
  return { gasFeeAddress: row?.address ?? "", gasFeeAmount: row?.amount ?? "" };
}

export async function updateSystemSettings(tx: Tx, { gasFeeAddress, gasFeeAmount }: SystemSettings): Promise<void> {
  await tx`
    update system_settings
    set gas_fee_address = ${gasFeeAddress}, gas_fee_amount = ${gasFeeAmount}, updated_at = now()`;
}
