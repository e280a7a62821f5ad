import type { PayoutOverview } from "@wazi/contracts";
import type { Cents } from "@wazi/domain";
import type { ChainSettings } from "../deposits/api.ts";
import { type Door, toAloneRule } from "../ledger/api.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import { type ChainPayoutDeps, createSignerService } from "./chain-payouts/paying-chain.ts";
import { createChainRail } from "./chain-payouts/chain-rail.ts";
import { openPayingChains } from "./chain-payouts/open-paying-chains.ts";
import { addChainPayoutRoutes } from "./chain-payouts/routes.ts";
import { runChainRounds } from "./chain-payouts/run-chain-rounds.ts";
import { addCallbackRoutes } from "./payouts/callbacks/routes.ts";
import { createPayoutPlanner, toDollarCents } from "./payouts/plan-payout.ts";
import { openRails, toCallbackSecrets, type RailSettings } from "./payouts/open-rails.ts";
import { defaultTiming, type PayoutDeps, type PayoutRail } from "./payouts/payout-rail.ts";
import { findPayoutRate } from "./payouts/store.ts";
import { readPayouts } from "./payouts/control-rails.ts";
import { addPayoutRoutes } from "./payouts/routes.ts";
import { runPayoutWorker } from "./payouts/run-payout-worker.ts";
import { addWithdrawalRoutes } from "./requests/routes.ts";
import { withdrawalSettings } from "./settings.ts";

interface Parts {
  settings: RailSettings & { chains: ChainSettings; rateLimitScale: number; adminAloneDailyLimit: Cents | undefined };
  sql: Sql;
  door: Door;
  now: () => Date;
  exports: ExportGate;
  /** The oldest price that values an account. */
  maxPriceAgeMs: number;
  /** Rails in place of those of the settings, in tests. */
  rails?: readonly PayoutRail[] | undefined;
}

export interface OpenedWithdrawals extends OpenedModule {
  /** The configured ways to pay, and what a payment over them needs. Without rails, payments are made by hand. */
  payouts: ChainPayoutDeps;
  /** Reads the rails with their health, and the latest payments over them. */
  readPayouts: () => Promise<Pick<PayoutOverview, "mode" | "rails" | "payouts" | "reviews" | "fees">>;
}

/** Requests for withdrawals, and their payment: by hand, over the rails of providers, and on chains. */
export const withdrawals = defineModule({
  settings: withdrawalSettings,
  async open(parts: Parts): Promise<OpenedWithdrawals> {
    const { settings, sql, door, now } = parts;
    const { payouts: mode, payoutDailyLimit: dailyLimit } = settings;
    const payouts = await openPayouts(parts);
    const { rails } = payouts;
    const railDeps = { sql, door, now, mode, rails, dailyLimit };
    return {
      payouts,
      readPayouts: () => readPayouts(railDeps),
      addRoutes(app) {
        addWithdrawalRoutes(app, {
          sql,
          door,
          now,
          exports: parts.exports,
          maxPriceAgeMs: parts.maxPriceAgeMs,
          isPaperMoney: settings.mode === "demo",
          aloneRule: toAloneRule(settings),
          dailyLimit: settings.withdrawalDailyLimit,
          addressWaitHours: settings.addressWaitHours,
          rateLimitScale: settings.rateLimitScale,
          payouts: mode === "manual" ? null : createPayoutPlanner({ sql, now, rails }),
        });
        addPayoutRoutes(app, { ...railDeps, aloneRule: toAloneRule(settings) });
        addCallbackRoutes(app, { ...payouts, secrets: toCallbackSecrets(settings) });
        addChainPayoutRoutes(app, payouts);
      },
      jobs:
        rails.length === 0
          ? []
          : [
              { name: "payouts", in: "serving", start: (as) => runPayoutWorker({ ...payouts, ...as }) },
              { name: "payouts on chains", in: "serving", start: (as) => runChainRounds({ ...payouts, ...as }) },
            ],
      checks: [],
      metrics: [],
    };
  },
});

async function openPayouts({ settings, sql, door, now, rails }: Parts): Promise<ChainPayoutDeps> {
  const isByHand = settings.payouts === "manual";
  const chains = isByHand ? [] : await openPayingChains(settings);
  const onChain = chains.map((chain) => createChainRail(chain, { sql, now }));
  const { payoutSignerUrl: url, payoutSignerToken: token } = settings;
  const toDollars: PayoutDeps["toDollars"] = async (amount, currency) => {
    const rate = await findPayoutRate(sql, currency, now());
    return rate && toDollarCents(amount, rate);
  };
  return {
    sql,
    door,
    now,
    rails: rails ?? (isByHand ? [] : [...onChain, ...openRails(settings, now)]),
    dailyLimit: settings.payoutDailyLimit,
    timing: defaultTiming,
    toDollars,
    chains,
    signer: url === undefined ? null : createSignerService(url, token),
    maxNetworkFee: settings.payoutMaxNetworkFee,
    confirmations: settings.chains.confirmations,
  };
}
