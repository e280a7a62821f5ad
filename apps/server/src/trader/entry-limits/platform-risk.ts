import type { FeedKind } from "@wazi/contracts";
import {
  computeDayLoss,
  parseCents,
  parseDecimal,
  parseNav,
  parseUnits,
  type DayLoss,
  type PoolRisk,
} from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import { listFeedTimes, listPoolRisks, sumDayGains, type FeedDay } from "./store.ts";

/** The places of `SCALE`. */
const EXPOSURE_PLACES = 12;

export const toDay = (time: Date): string => time.toISOString().slice(0, 10);

/** The money that all pools have at risk now, and the loss of today. */
export interface PlatformRisk {
  pools: PoolRisk[];
  days: FeedDay[];
  dayLoss: DayLoss;
}

/** The current day of each feed with prices: by its bars where they have a time of their own, otherwise by the clock. */
export async function readFeedDays(sql: Queryable, now: Date): Promise<FeedDay[]> {
  return (await listFeedTimes(sql)).map(({ feed, barTime }) => ({ feed, day: toDay(barTime ?? now) }));
}

/** @param current the day of a feed that is known better than from its last saved prices */
export async function readPlatformRisk(
  sql: Queryable,
  now: Date,
  current?: { feed: FeedKind; day: string },
): Promise<PlatformRisk> {
  const saved = await readFeedDays(sql, now);
  const days = current ? [...saved.filter(({ feed }) => feed !== current.feed), current] : saved;
  const [rows, gain] = await Promise.all([listPoolRisks(sql), sumDayGains(sql, days)]);
  const pools = rows.map(({ botId, market, units, nav, exitMark, openExposure }): PoolRisk => {
    return {
      botId,
      market,
      units: parseUnits(units),
      nav: parseNav(nav),
      exitMark: parseNav(exitMark),
      openExposure: parseDecimal(openExposure, EXPOSURE_PLACES),
    };
  });
  return { pools, days, dayLoss: computeDayLoss(pools, parseCents(gain)) };
}
