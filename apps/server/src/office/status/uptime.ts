import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import type { PublicStatus } from "@wazi/contracts";
import { divideDown, formatDecimal } from "@wazi/domain";

/** Numbers of minutes with a heartbeat. */
export interface ServedMinutes {
  /** The first measured minute; null without any. */
  first: Date | null;
  sinceFirst: number;
  last24Hours: number;
  last30Days: number;
  last90Days: number;
  /** By day (UTC), oldest first, without empty days. */
  days: readonly { day: string; minutes: number }[];
}

const MINUTES_PER_DAY = 1_440;
/** Number of days listed individually. */
const LISTED_DAYS = 30;

/**
 * Computes the share of served minutes for each period.
 * @param end the end of the last minute to count
 */
export function computeUptime(served: ServedMinutes, end: Date): PublicStatus["uptime"] {
  const { first } = served;
  if (first === null) {
    const unknown = { sinceStartPct: null, last24HoursPct: null, last30DaysPct: null, last90DaysPct: null };
    return { since: null, ...unknown, days: [] };
  }
  const measured = Math.round((end.getTime() - first.getTime()) / MINUTE_MS);
  const shareOf = (minutes: number, of: number): string | null =>
    of > measured || of === 0
      ? null
      : formatDecimal(divideDown(BigInt(Math.min(minutes, of)) * 100_000n, BigInt(of)), 3);
  return {
    since: first.toISOString(),
    sinceStartPct: shareOf(served.sinceFirst, measured),
    last24HoursPct: shareOf(served.last24Hours, MINUTES_PER_DAY),
    last30DaysPct: shareOf(served.last30Days, 30 * MINUTES_PER_DAY),
    last90DaysPct: shareOf(served.last90Days, 90 * MINUTES_PER_DAY),
    days: listUptimeDays(served, first, end),
  };
}

/** Lists every day since the first, including days without heartbeats. */
function listUptimeDays({ days }: ServedMinutes, first: Date, end: Date): PublicStatus["uptime"]["days"] {
  const counts = new Map(days.map(({ day, minutes }) => [day, minutes]));
  const lastDay = Math.floor((end.getTime() - MINUTE_MS) / DAY_MS);
  const firstDay = Math.max(Math.floor(first.getTime() / DAY_MS), lastDay - LISTED_DAYS + 1);
  return Array.from({ length: Math.max(lastDay - firstDay + 1, 0) }, (_, index) => {
    const start = (firstDay + index) * DAY_MS;
    const from = Math.max(start, first.getTime());
    const to = Math.min(start + DAY_MS, end.getTime());
    const day = new Date(start).toISOString().slice(0, 10);
    return { day, minutes: Math.round((to - from) / MINUTE_MS), servedMinutes: counts.get(day) ?? 0 };
  });
}
