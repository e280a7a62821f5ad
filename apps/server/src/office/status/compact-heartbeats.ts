import { DAY_MS } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { compactMinutesBefore } from "./store.ts";

/** The longest period reported by the minute, plus the current day. */
const DAYS_BY_MINUTE = 91;

/** Replaces the minutes of old days by one row per day with the same sums. */
export function compactHeartbeats({ sql, now }: { sql: Sql; now: () => Date }): Promise<void> {
  const today = Math.floor(now().getTime() / DAY_MS);
  return compactMinutesBefore(sql, new Date((today - DAYS_BY_MINUTE) * DAY_MS));
}
