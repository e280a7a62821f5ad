import { type CurrentUser, DAY_MS } from "@wazi/contracts";
import { cents } from "@wazi/domain";
import { findLocalRate, type LocalRate } from "../../ledger/api.ts";
import type { ChainSettings, MpesaSettings } from "../settings.ts";
import { createDarajaClient, type DarajaClient } from "../daraja/daraja-client.ts";
import type { CreditDeps } from "../chains/build-credit.ts";

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

/** A rate that an administrator entered longer ago is not used for deposits. */
const LOCAL_RATE_AGE_MS = DAY_MS;

/** The dependencies of deposits by M-Pesa; undefined when M-Pesa is not set. Sends no request. */
export function openMpesaDeposits(
  settings: {
    chains: ChainSettings;
    mode: "demo" | "live";
    mpesa: MpesaSettings | undefined;
    publicOrigin?: string | undefined;
  },
  deps: Pick<MpesaDepositDeps, "sql" | "door" | "now" | "log" | "refuseDeposit">,
): MpesaDepositDeps | undefined {
  const { mpesa, publicOrigin } = settings;
  if (mpesa === undefined || publicOrigin === undefined) return undefined;
  const { sql, now } = deps;
  return {
    ...deps,
    ...mpesa,
    client: createDarajaClient(mpesa, { now }),
    origin: publicOrigin,
    mode: settings.chains.credit,
    // A shilling is a payment.
    dustBelow: cents(1n),
    isTest: settings.mode === "demo",
    findRate: async () => {
      const rate = await findLocalRate(sql, "KES");
      return rate && now().getTime() - rate.setAt.getTime() <= LOCAL_RATE_AGE_MS ? rate : null;
    },
  };
}
