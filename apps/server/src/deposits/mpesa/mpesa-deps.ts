import type { CurrentUser } from "@wazi/contracts";
import type { LocalRate } from "../../ledger/api.ts";
import type { CreditDeps } from "../chains/credit-payment.ts";
import type { DarajaClient } from "../daraja/daraja-client.ts";

export interface MpesaDepositDeps extends CreditDeps {
  client: DarajaClient;
  shortCode: string;
  passkey: string;
  callbackSecret: string;
  callbackAddresses: readonly string[];
  /** Where M-Pesa reaches this installation. */
  origin: string;
  /** Shillings for one US dollar, with source and time; null without a fresh rate. */
  findRate: () => Promise<LocalRate | null>;
  /** Refuses what a deposit on a chain would refuse as well. */
  refuseDeposit: (user: { id: string; kycStatus: CurrentUser["kycStatus"] }) => Promise<void>;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}
