import { DAY_MS, type EntryLimitStatus, type Market } from "@wazi/contracts";
import { computeMarketExposure, divideDown, formatDecimal, parseCents, type EntryLimits } from "@wazi/domain";
import { readPlatformRisk, countEntryRefusals, listEntryStops } from "../../trader/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

/** Formats hundredths of a per cent. */
const formatPercent = (hundredths: bigint): string => formatDecimal(hundredths, 2);
const computeShare = (part: bigint, whole: bigint): bigint => (whole > 0n ? divideDown(part * 10_000n, whole) : 0n);

/** Reads the limits before entries and their use now. */
export async function readLimits(sql: Sql, now: Date, limits: EntryLimits): Promise<EntryLimitStatus> {
  const { pools, days, dayLoss } = await readPlatformRisk(sql, now);
  const [stops, refusals] = await Promise.all([
    listEntryStops(sql, days),
    countEntryRefusals(sql, new Date(now.getTime() - DAY_MS)),
  ]);
  const listed = [...new Set(pools.map(({ market }) => market as Market))];
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
