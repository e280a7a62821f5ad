import type { CurrentUser } from "@wazi/contracts";
import type { Cents } from "@wazi/domain";
import { type Door, toAloneRule } from "../ledger/api.ts";
import { countTry, depositRule } from "../people/api.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Sql } from "../platform/db/pool.ts";
import { createAnnouncer } from "../platform/hints/announcer.ts";
import type { HintChannel } from "../platform/hints/hint-channel.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import type { SettingsOf } from "../platform/settings/setting-entry.ts";
import { depositSettings } from "./settings.ts";
import { listDepositNetworks, openChains } from "./chains/open-chains.ts";
import type { PaymentNetwork } from "./chains/store.ts";
import { addDepositPaymentRoutes } from "./chains/routes.ts";
import { watchDeposits, type WatchDeps } from "./chains/watch-deposits.ts";
import { type MpesaDepositDeps, openMpesaDeposits } from "./mpesa/open-mpesa-deposits.ts";
import { addMpesaDepositRoutes } from "./mpesa/routes.ts";
import { runMpesaRounds } from "./mpesa/run-mpesa-rounds.ts";
import type { AddressSource } from "./addresses/configured-addresses.ts";
import { railMetrics, readRailMetrics } from "./rail-health/rail-metrics.ts";
import { type DepositDeps, refusePendingDeposit, refuseUnverified } from "./requests/create-deposit.ts";
import { addDepositRoutes } from "./requests/routes.ts";
import { findRate } from "./requests/store.ts";

/** The oldest price for a deposit; with a slow replay a bar may be older. */
const DEPOSIT_RATE_AGE_MS = 60_000;

interface Settings extends SettingsOf<typeof depositSettings> {
  mode: "demo" | "live";
  kycRequiredFor: "none" | "deposit";
  adminAloneDailyLimit: Cents | undefined;
  rateLimitScale: number;
  publicOrigin: string | undefined;
}

interface Parts {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  exports: ExportGate;
  hints: HintChannel;
  addresses: AddressSource;
  log: WatchDeps["log"];
  /** The oldest price that values an account. */
  maxPriceAgeMs: number;
}

export interface OpenedDeposits extends OpenedModule {
  requests: DepositDeps;
  /** The networks that deposits are read from. */
  networks: readonly PaymentNetwork[];
  /** M-Pesa for payments that are no investor's request, such as those of a statement; undefined when it is not set. */
  mpesa: MpesaDepositDeps | undefined;
  /** US dollars for one coin; null without a fresh price. */
  findRate: (currency: string) => Promise<string | null>;
}

/** Requests for deposits, and the payments that chains and M-Pesa report. */
export const deposits = defineModule({
  settings: depositSettings,
  metrics: [railMetrics],
  open(parts: Parts): OpenedDeposits {
    const { settings, sql, door, now, log } = parts;
    const maxRateAgeMs = Math.max(parts.maxPriceAgeMs, DEPOSIT_RATE_AGE_MS);
    const isTest = settings.mode === "demo";
    const requests: DepositDeps = {
      sql,
      door,
      now,
      exports: parts.exports,
      addresses: parts.addresses,
      rateLimitScale: settings.rateLimitScale,
      requireIdentity: settings.kycRequiredFor === "deposit",
      requireHash: settings.mode === "live",
      givesPracticeMoney: isTest,
      aloneRule: toAloneRule(settings),
      maxRateAgeMs,
    };
    const refuseDeposit = async (user: { id: string; kycStatus: CurrentUser["kycStatus"] }): Promise<void> => {
      refuseUnverified(requests, user.kycStatus);
      await refusePendingDeposit(requests, user.id);
      await countTry(requests, depositRule, user.id);
    };
    // Requests for deposits are refused where they are made, and nowhere else.
    const mpesa = openMpesaDeposits(settings, { sql, door, now, log, refuseDeposit: () => Promise.resolve() });
    const opened = {
      requests,
      networks: listDepositNetworks(settings),
      mpesa,
      findRate: (currency: string) => findRate(sql, currency, new Date(now().getTime() - maxRateAgeMs)),
    };
    return {
      ...opened,
      addRoutes(app) {
        addDepositRoutes(app, requests);
        const { credit: mode, dustBelow } = settings.chains;
        addDepositPaymentRoutes(app, { sql, door, now, mode, dustBelow, isTest });
        addMpesaDepositRoutes(app, sql, mpesa && { ...mpesa, refuseDeposit });
      },
      jobs: [{ name: "the watch of deposits", in: "trading", start: () => startWatch(parts, opened) }],
      checks: [],
      metrics: [readRailMetrics(sql, opened.networks)],
    };
  },
});

function startWatch(
  { settings, sql, door, now, log, hints }: Parts,
  { mpesa, findRate }: Pick<OpenedDeposits, "mpesa" | "findRate">,
) {
  const { credit: mode, dustBelow } = settings.chains;
  const isTest = settings.mode === "demo";
  const chains = openChains(settings);
  const watch = watchDeposits(
    { sql, door, now, log, announcer: createAnnouncer(hints), mode, dustBelow, isTest, findRate },
    chains,
  );
  for (const { reader } of chains) log.info({ network: reader.network, node: reader.source }, "watching deposits");
  const rounds = mpesa && runMpesaRounds(mpesa);
  return {
    stop: async () => {
      await Promise.all([watch.stop(), rounds?.stop()]);
    },
  };
}
