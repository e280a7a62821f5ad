import { DAY_MS } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";
import { compactMinutesBefore } from "./store.ts";

/** The longest period that is told to the minute, and the day that is under way. */
const DAYS_BY_MINUTE = 91;

/** Puts the minutes of days that are long past together, a row for each day: what they add up to stays. */
export function compactHeartbeats({ sql, now }: { sql: Sql; now: () => Date }): Promise<void> {
  const today = Math.floor(now().getTime() / DAY_MS);
  return compactMinutesBefore(sql, new Date((today - DAYS_BY_MINUTE) * DAY_MS));
}
