import {
  DAY_MS,
  type EntryLimitStatus,
  type BotMarket,
  MIN_PROCESSING_CASES,
  MINUTE_MS,
  type ProcessingTime,
  type PublicStatus,
} from "@wazi/contracts";
import {
  computeMarketExposure,
  divideDown,
  type EntryLimits,
  formatCents,
  formatDecimal,
  isLimitedMarket,
  parseCents,
  subtract,
} from "@wazi/domain";
import {
  type AnswerCounts,
  countAdministratorActs,
  countFeedIssues,
  countServedMinutes,
  findOldestUnpaidWithdrawal,
  hasHeartbeat,
  listFeeds,
  listSimulatedFeeds,
  type ProcessingRow,
  readCoverage,
  readDepositTimes,
  readVerificationTimes,
  readWithdrawalTimes,
  type SimulatedFeedRow,
  sumAdjustments,
  sumAnswers,
} from "./store.ts";
import { countKnownDifferences, type LatestResults, readLatestResults } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { findPercentileMs } from "./answer-times.ts";
import { computeUptime } from "./uptime.ts";
import { countEntryRefusals, listEntryStops, readPlatformRisk } from "../../trader/api.ts";

/** Formats hundredths of a per cent. */
const formatPercent = (hundredths: bigint): string => formatDecimal(hundredths, 2);
const computeShare = (part: bigint, whole: bigint): bigint => (whole > 0n ? divideDown(part * 10_000n, whole) : 0n);

/** Reads the limits before entries and their use now. */
async function readLimits(sql: Sql, now: Date, limits: EntryLimits): Promise<EntryLimitStatus> {
  const { pools, days, dayLoss } = await readPlatformRisk(sql, now);
  const [stops, refusals] = await Promise.all([
    listEntryStops(sql, days),
    countEntryRefusals(sql, new Date(now.getTime() - DAY_MS)),
  ]);
  const listed = [...new Set(pools.map(({ market }) => market as BotMarket))].filter(isLimitedMarket);
  return {
    maxDailyLossPct: formatPercent(limits.maxDailyLoss),
    dailyLossPct: formatPercent(computeShare(dayLoss.loss, dayLoss.base)),
    entryStops: stops.map(({ feed, day, stoppedAt, loss, base }) => {
      const lossPct = formatPercent(computeShare(parseCents(loss), parseCents(base)));
      return { feed, day, since: stoppedAt.toISOString(), lossPct };
    }),
    maxMarketExposurePct: formatPercent(limits.maxMarketExposure),
    markets: listed.map((market) => ({ market, exposurePct: formatPercent(computeMarketExposure(pools, market)) })),
    refusedEntries: refusals.refused,
    reducedEntries: refusals.reduced,
  };
}

const SHORT_WINDOW_MS = 15 * MINUTE_MS;
/** Processing times cover at most this many of the newest cases. */
const MAX_CASES = 200;
const MAX_SIMULATED_FEEDS = 5;
/** The public status is read at most this often. */
const CACHE_MS = 10_000;

export interface StatusDeps {
  sql: Sql;
  now: () => Date;
  limits: EntryLimits;
  /** The source of the prices of each kind of feed. */
  priceProviders: PublicStatus["priceProviders"];
}

/** Reads the platform's measured figures. */
export async function readStatus({ sql, now, limits, priceProviders }: StatusDeps): Promise<PublicStatus> {
  const at = now();
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const before = (ms: number): Date => new Date(at.getTime() - ms);
  // In one await: a promise that is only awaited after another one has failed would end the process.
  const [
    [coverage, adjustments, oldestUnpaid, administratorActs],
    [uptime, lately, daily, feeds, simulated, feedTroubles, results, limitUse, deposit, withdrawal, verification],
  ] = await Promise.all([
    Promise.all([
      readCoverage(sql),
      sumAdjustments(sql, month),
      findOldestUnpaidWithdrawal(sql),
      countAdministratorActs(sql, month),
    ]),
    Promise.all([
      readUptime(sql, at),
      sumAnswers(sql, before(SHORT_WINDOW_MS)),
      sumAnswers(sql, before(DAY_MS)),
      listFeeds(sql),
      listSimulatedFeeds(sql, MAX_SIMULATED_FEEDS),
      countFeedIssues(sql, before(DAY_MS)),
      readLatestResults(sql),
      readLimits(sql, at, limits),
      readDepositTimes(sql, MAX_CASES),
      readWithdrawalTimes(sql, MAX_CASES),
      readVerificationTimes(sql, MAX_CASES),
    ]),
  ]);
  return {
    at: at.toISOString(),
    uptime,
    answers: { last15Minutes: toAnswerTimes(lately), last24Hours: toAnswerTimes(daily) },
    feeds: feeds.map((each) => ({ ...each, newestPriceAt: each.newestPriceAt.toISOString() })),
    simulatedFeeds: simulated.map(toSimulatedFeed),
    feedTroubles,
    reconciliation: toReconciliation(results),
    priceProviders,
    coverage: toCoverage(coverage),
    adjustments: { since: month.toISOString(), ...adjustments },
    administratorActs,
    oldestUnpaidWithdrawalAt: oldestUnpaid?.toISOString() ?? null,
    limits: limitUse,
    processing: {
      deposit: toProcessingTime(deposit),
      withdrawal: toProcessingTime(withdrawal),
      verification: toProcessingTime(verification),
    },
  };
}

function toSimulatedFeed({
  startedAt,
  endedAt,
  commitment,
  seed,
}: SimulatedFeedRow): PublicStatus["simulatedFeeds"][0] {
  return { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, commitment, seed };
}

function toReconciliation(results: LatestResults): PublicStatus["reconciliation"] {
  const { latest, complete } = results;
  return (
    latest && {
      checkedAt: latest.checkedAt.toISOString(),
      checks: latest.checks,
      differences: countKnownDifferences(results),
      since: latest.since?.toISOString() ?? null,
      allComparedAt: complete?.checkedAt.toISOString() ?? null,
    }
  );
}

function toCoverage({ held, owed }: { held: string; owed: string }): PublicStatus["coverage"] {
  const difference = subtract(parseCents(held), parseCents(owed));
  return { held, owed, difference: formatCents(difference), isCovered: difference >= 0n };
}

/** Caches `readStatus` for some seconds. */
export function createStatusCache(deps: StatusDeps): () => Promise<PublicStatus> {
  let kept: { at: number; answer: Promise<PublicStatus> } | null = null;
  return () => {
    const at = deps.now().getTime();
    if (kept && at - kept.at < CACHE_MS) return kept.answer;
    const answer = readStatus(deps);
    answer.catch(() => (kept = null));
    kept = { at, answer };
    return answer;
  };
}

/** The current minute counts only once it has a heartbeat; before that it is not an outage. */
async function readUptime(sql: Sql, at: Date): Promise<PublicStatus["uptime"]> {
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
  const end = (await hasHeartbeat(sql, minute)) ? new Date(minute.getTime() + MINUTE_MS) : minute;
  return computeUptime(await countServedMinutes(sql, end), end);
}

function toAnswerTimes({ answers, serverErrors, byStep }: AnswerCounts): PublicStatus["answers"]["last15Minutes"] {
  return {
    answers,
    serverErrors,
    p50Ms: findPercentileMs(byStep, 50),
    p95Ms: findPercentileMs(byStep, 95),
    p99Ms: findPercentileMs(byStep, 99),
  };
}

function toProcessingTime([row]: readonly ProcessingRow[]): ProcessingTime | null {
  return row && row.cases >= MIN_PROCESSING_CASES ? row : null;
}
