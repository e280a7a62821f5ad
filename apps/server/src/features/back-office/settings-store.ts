import type { SystemSettings } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";

/** @returns what the settings were before */
export async function updateSystemSettings(tx: Queryable, settings: SystemSettings): Promise<SystemSettings> {
  const [before] = await tx<{ address: string | null; amount: string }[]>`
    select gas_fee_address as address, gas_fee_amount as amount from system_settings for update`;
  await tx`
    update system_settings
    set gas_fee_address = ${settings.gasFeeAddress}, gas_fee_amount = ${settings.gasFeeAmount}, updated_at = now()`;
  return { gasFeeAddress: before?.address ?? "", gasFeeAmount: before?.amount ?? "" };
}
