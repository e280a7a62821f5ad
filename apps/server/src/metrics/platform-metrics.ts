import { Gauge, type Registry } from "prom-client";
import type { BaseLogger } from "pino";
import { countFailedMails, readLedgerImbalance } from "../core/health/measured-store.ts";
import { findReadinessProblem } from "../core/health/readiness.ts";
import { readTraderState } from "../core/health/store.ts";
import { findTraderProblem } from "../core/health/trader-health.ts";
import { readLatestReconciliation } from "../core/reconciliation/result-store.ts";
import { readOperatedBots } from "../features/operations/operated-bots.ts";
import type { OperationsDeps } from "../features/operations/operations-deps.ts";
import { listFeedAges, listQueues } from "../features/operations/store.ts";
import type { PaymentNetwork } from "../rails/deposits/payment-store.ts";
import { listRailReadings } from "../rails/deposits/rail-health-store.ts";
import { findOldestOpenReport } from "../rails/mpesa-deposits/mpesa-store.ts";
import { readFreeBytes } from "../process/disk.ts";
import { readSafetyFigures, safetyFigures } from "./safety-metrics.ts";

/** Several readers share a reading of this age. */
const SHARED_MS = 2_000;
const READ_TIMEOUT_MS = 5_000;
const MS_PER_SECOND = 1_000;

export interface PlatformMetricsDeps extends Pick<OperationsDeps, "sql" | "now" | "feedOf" | "symbolsOf"> {
  dataDir: string;
  /** The name of this process's trader in the lease; undefined when it does not trade. */
  holder: string | undefined;
  /** The networks that deposits are read from. */
  depositNetworks: readonly PaymentNetwork[];
  /** The setting DATABASE_DISK_BYTES. */
  databaseDiskBytes: number | undefined;
  log: Pick<BaseLogger, "warn">;
}

interface Figure {
  name: string;
  help: string;
  labelNames: string[];
}

/**
 * The figures read from the database at a scrape. Every process answers the same figures, except `_own`, the disk, and networks
 * that no process has tried to read yet.
 */
const figures = {
  ...safetyFigures,
  ready: { name: "wazi_ready", help: "1 when /readyz answers 200.", labelNames: [] },
  database: { name: "wazi_database_up", help: "1 when the database answers.", labelNames: [] },
  disk: { name: "wazi_disk_free_bytes", help: "Free bytes on the disk of the data folder.", labelNames: [] },
  imbalance: {
    name: "wazi_ledger_imbalance_cents",
    help: "The sum of the entries of the newest 1,000 transactions, in cents. It must be 0.",
    labelNames: [],
  },
  differences: {
    name: "wazi_ledger_differences",
    help: "Differences between stored figures and the ledger at the last comparison. It must be 0.",
    labelNames: [],
  },
  compared: {
    name: "wazi_ledger_comparison_age_seconds",
    help: "Time since the last comparison of the books.",
    labelNames: [],
  },
  trader: { name: "wazi_trader_up", help: "1 when /healthz/trader answers 200.", labelNames: [] },
  ownTrader: { name: "wazi_trader_own", help: "1 when this process holds the trader's lease.", labelNames: [] },
  feedAge: {
    name: "wazi_feed_age_seconds",
    help: "Age of the newest and of the oldest price by feed.",
    labelNames: ["feed", "price"],
  },
  botLag: {
    name: "wazi_bot_lag_seconds",
    help: "Time since the newest candle of a bot's symbols, for bots that trade.",
    labelNames: ["bot", "feed"],
  },
  queueEntries: { name: "wazi_queue_entries", help: "Open entries of a queue.", labelNames: ["queue"] },
  queueAge: {
    name: "wazi_queue_age_seconds",
    help: "Age of the oldest open entry of a queue; 0 when it is empty.",
    labelNames: ["queue"],
  },
  depositRail: {
    name: "wazi_deposit_rail_age_seconds",
    help: "Time since deposits were last read from a network; until then since the first try, or since this process started.",
    labelNames: ["network"],
  },
  mpesaReport: {
    name: "wazi_mpesa_report_age_seconds",
    help: "Age of the oldest M-Pesa report that is not handled; 0 without one.",
    labelNames: [],
  },
  failedMails: { name: "wazi_mails_failed", help: "Mails that were given up.", labelNames: [] },
} as const satisfies Record<string, { name: string; help: string; labelNames: readonly string[] }>;

type Gauges = Record<keyof typeof figures, Gauge>;

/**
 * Adds the figures of the whole platform to a registry.
 * @returns reads them from the database; call it before each scrape. While the database does not answer, only
 *   `wazi_database_up`, `wazi_ready` and `wazi_disk_free_bytes` have values, so that no old figure looks current.
 */
export function addPlatformMetrics(registry: Registry, deps: PlatformMetricsDeps): () => Promise<void> {
  const gauges = Object.fromEntries(
    Object.entries<Omit<Figure, "labelNames"> & { labelNames: readonly string[] }>(figures).map(([key, figure]) => [
      key,
      new Gauge({ ...figure, labelNames: [...figure.labelNames], registers: [registry] }),
    ]),
  ) as Gauges;
  const startedAt = deps.now();
  let last: { at: number; reading: Promise<void> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at > SHARED_MS) last = { at, reading: readWithin(gauges, deps, startedAt) };
    return last.reading;
  };
}

async function readWithin(gauges: Gauges, deps: PlatformMetricsDeps, startedAt: Date): Promise<void> {
  gauges.disk.set(await readFreeBytes(deps.dataDir).catch(() => 0));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("reading the metrics took too long")), READ_TIMEOUT_MS);
  });
  try {
    const set = await Promise.race([readFigures(deps, startedAt), timeout]);
    set(gauges);
  } catch (error) {
    deps.log.warn({ err: error }, "could not read the metrics");
    for (const key of Object.keys(figures) as (keyof Gauges)[]) if (key !== "disk") clear(gauges[key], figures[key]);
    gauges.database.set(0);
    gauges.ready.set(0);
  } finally {
    clearTimeout(timer);
  }
}

/** A gauge without labels that is reset would say 0. */
function clear(gauge: Gauge, { labelNames }: { labelNames: readonly string[] }): void {
  if (labelNames.length === 0) gauge.remove();
  else gauge.reset();
}

/** Reads everything first, so that a failure leaves no mixture of old and new figures. */
async function readFigures(deps: PlatformMetricsDeps, startedAt: Date): Promise<(gauges: Gauges) => void> {
  const { sql, dataDir, holder } = deps;
  const nowMs = deps.now().getTime();
  const secondsSince = (time: string | Date): number => (nowMs - new Date(time).getTime()) / MS_PER_SECOND;
  const [problem, imbalance, compared, trader, feeds, bots, queues, rails, openReportAt, failedMails, setSafety] =
    await Promise.all([
      findReadinessProblem(sql, dataDir),
      readLedgerImbalance(sql),
      readLatestReconciliation(sql),
      readTraderState(sql),
      listFeedAges(sql),
      readOperatedBots(deps),
      listQueues(sql),
      listRailReadings(sql, deps.depositNetworks),
      findOldestOpenReport(sql),
      countFailedMails(sql),
      readSafetyFigures(sql, deps.databaseDiskBytes, secondsSince),
    ]);
  return (gauges) => {
    gauges.database.set(1);
    gauges.ready.set(problem === null ? 1 : 0);
    gauges.imbalance.set(imbalance);
    if (compared) {
      gauges.differences.set(compared.differences);
      gauges.compared.set(secondsSince(compared.checkedAt));
    }
    gauges.trader.set(findTraderProblem(trader) === null ? 1 : 0);
    gauges.ownTrader.set(trader.isAlive && trader.holder === (holder ?? "") ? 1 : 0);
    gauges.feedAge.reset();
    for (const { feed, newestPriceAt, oldestPriceAt } of feeds) {
      gauges.feedAge.set({ feed, price: "newest" }, secondsSince(newestPriceAt));
      gauges.feedAge.set({ feed, price: "oldest" }, secondsSince(oldestPriceAt));
    }
    gauges.botLag.reset();
    for (const { name, feed, status, lastCandleAt } of bots) {
      if (status === "trading" && lastCandleAt !== null)
        gauges.botLag.set({ bot: name, feed }, secondsSince(lastCandleAt));
    }
    for (const { name, count, oldestAt } of queues) {
      gauges.queueEntries.set({ queue: name }, count);
      gauges.queueAge.set({ queue: name }, oldestAt === null ? 0 : secondsSince(oldestAt));
    }
    gauges.depositRail.reset();
    for (const { network, lastSuccessAt, firstAt } of rails)
      gauges.depositRail.set({ network }, secondsSince(lastSuccessAt ?? firstAt ?? startedAt));
    gauges.mpesaReport.set(openReportAt === null ? 0 : secondsSince(openReportAt));
    gauges.failedMails.set(failedMails);
    setSafety(gauges);
  };
}
