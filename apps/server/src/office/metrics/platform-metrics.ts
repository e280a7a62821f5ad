import { Gauge, type Registry } from "prom-client";
import type { BaseLogger } from "pino";
import { countFailedMails, readLedgerImbalance, readTraderState } from "../../platform/health/store.ts";
import { findReadinessProblem, readFreeBytes } from "../../platform/health/readiness.ts";
import { findTraderProblem } from "../../platform/health/trader-health.ts";
import { countKnownDifferences, readLatestResults } from "../../ledger/api.ts";
import { type OperationsDeps, readOperatedBots } from "../operations/operated-bots.ts";
import { listFeedAges, listQueues } from "../operations/store.ts";
import { type PaymentNetwork, listRailReadings, findOldestOpenReport } from "../../deposits/api.ts";
import { readSafetyFigures, safetyFigures } from "./safety-metrics.ts";

/** Several readers share a reading of this age. */
const SHARED_MS = 2_000;
/** A database that does not answer delays a scrape by this much. The figures are then not asked for. */
const HEALTH_TIMEOUT_MS = 800;
const FIGURES_TIMEOUT_MS = 5_000;
/** More than the usual 15 s between two scrapes, so that a single slow answer does not look like a trader that is gone. */
const KEEP_TRADER_MS = 20_000;
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
    help: "Differences between stored figures and the ledger at the last comparisons, complete or not. It must be 0.",
    labelNames: [],
  },
  compared: {
    name: "wazi_ledger_comparison_age_seconds",
    help: "Time since the last comparison of the books.",
    labelNames: [],
  },
  comparedCompletely: {
    name: "wazi_ledger_complete_comparison_age_seconds",
    help: "Time since the last comparison of all entries.",
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

export interface PlatformMetrics {
  /** From now on, figures are read from the database. */
  begin(sql: PlatformMetricsDeps["sql"]): void;
  /** Reads the figures; call it before each scrape. */
  refresh(): Promise<void>;
}

/**
 * Adds the figures of the whole platform to a registry. While the process starts or migrates, `wazi_ready`, `wazi_trader_up` and
 * `wazi_trader_own` are 0, and of the others only `wazi_disk_free_bytes` has a value. While the database does not answer,
 * `wazi_database_up` and `wazi_ready` are 0, the two of the trader keep their last state for KEEP_TRADER_MS and are 0 then, and
 * the others have no value, so that no old figure looks current.
 */
export function addPlatformMetrics(registry: Registry, given: Omit<PlatformMetricsDeps, "sql">): PlatformMetrics {
  const gauges = Object.fromEntries(
    Object.entries<Omit<Figure, "labelNames"> & { labelNames: readonly string[] }>(figures).map(([key, figure]) => [
      key,
      new Gauge({ ...figure, labelNames: [...figure.labelNames], registers: [registry] }),
    ]),
  ) as Gauges;
  const startedAt = given.now();
  const isWithin = (since: Date | undefined, ms: number): boolean => {
    // A clock that was set back keeps nothing.
    const age = since === undefined ? -1 : given.now().getTime() - since.getTime();
    return age >= 0 && age <= ms;
  };
  let deps: PlatformMetricsDeps | undefined;
  let last: { at: Date; reading: Promise<void> } | undefined;
  let lastAnswerAt: Date | undefined;

  const read = async (): Promise<void> => {
    gauges.disk.set(await readFreeBytes(given.dataDir).catch(() => 0));
    if (deps === undefined) return;
    const from = deps;
    const setHealth = await readWithin(from, HEALTH_TIMEOUT_MS, () => readHealth(from));
    if (setHealth) lastAnswerAt = from.now();
    (setHealth ?? setUnanswered)(gauges);
    if (!isWithin(lastAnswerAt, KEEP_TRADER_MS)) for (const key of TRADER_FIGURES) gauges[key].set(0);
    const setFigures = setHealth && (await readWithin(from, FIGURES_TIMEOUT_MS, () => readFigures(from, startedAt)));
    (setFigures ?? clearFigures)(gauges);
  };
  clearFigures(gauges);
  clear(gauges.database, figures.database);
  return {
    begin: (sql) => {
      deps = { ...given, sql };
      last = undefined;
    },
    refresh: () => {
      if (!isWithin(last?.at, SHARED_MS)) last = { at: given.now(), reading: read() };
      return last?.reading ?? Promise.resolve();
    },
  };
}

/** @returns how to set what was read; undefined after a failure, and when it takes too long */
async function readWithin(
  { log }: PlatformMetricsDeps,
  timeoutMs: number,
  read: () => Promise<(gauges: Gauges) => void>,
): Promise<((gauges: Gauges) => void) | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("reading the metrics took too long")), timeoutMs);
  });
  try {
    return await Promise.race([read(), timeout]);
  } catch (error) {
    log.warn({ err: error }, "could not read the metrics");
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const TRADER_FIGURES = ["trader", "ownTrader"] as const satisfies readonly (keyof Gauges)[];
const HEALTH_FIGURES: readonly string[] = ["disk", "database", "ready", ...TRADER_FIGURES];

function setUnanswered(gauges: Gauges): void {
  gauges.database.set(0);
  gauges.ready.set(0);
}

function clearFigures(gauges: Gauges): void {
  for (const key of Object.keys(figures) as (keyof Gauges)[])
    if (!HEALTH_FIGURES.includes(key)) clear(gauges[key], figures[key]);
}

/** A gauge without labels that is reset would say 0. */
function clear(gauge: Gauge, { labelNames }: { labelNames: readonly string[] }): void {
  if (labelNames.length === 0) gauge.remove();
  else gauge.reset();
}

async function readHealth({ sql, dataDir, holder }: PlatformMetricsDeps): Promise<(gauges: Gauges) => void> {
  const [problem, trader] = await Promise.all([findReadinessProblem(sql, dataDir), readTraderState(sql)]);
  return (gauges) => {
    gauges.database.set(1);
    gauges.ready.set(problem === null ? 1 : 0);
    gauges.trader.set(findTraderProblem(trader) === null ? 1 : 0);
    gauges.ownTrader.set(trader.isAlive && trader.holder === (holder ?? "") ? 1 : 0);
  };
}

/** Reads everything first, so that a failure leaves no mixture of old and new figures. */
async function readFigures(deps: PlatformMetricsDeps, startedAt: Date): Promise<(gauges: Gauges) => void> {
  const { sql } = deps;
  const nowMs = deps.now().getTime();
  const secondsSince = (time: string | Date): number => (nowMs - new Date(time).getTime()) / MS_PER_SECOND;
  const [imbalance, compared, feeds, bots, queues, rails, openReportAt, failedMails, setSafety] = await Promise.all([
    readLedgerImbalance(sql),
    readLatestResults(sql),
    listFeedAges(sql),
    readOperatedBots(deps),
    listQueues(sql),
    listRailReadings(sql, deps.depositNetworks),
    findOldestOpenReport(sql),
    countFailedMails(sql),
    readSafetyFigures(sql, deps.databaseDiskBytes, secondsSince),
  ]);
  return (gauges) => {
    gauges.imbalance.set(imbalance);
    if (compared.latest) {
      gauges.differences.set(countKnownDifferences(compared));
      gauges.compared.set(secondsSince(compared.latest.checkedAt));
    }
    if (compared.complete) gauges.comparedCompletely.set(secondsSince(compared.complete.checkedAt));
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
