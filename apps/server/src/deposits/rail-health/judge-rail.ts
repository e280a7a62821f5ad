import { MINUTE_MS, type DepositRailHealth } from "@wazi/contracts";
import type { RailReading } from "./store.ts";

/** Rounds follow each other within a minute, also after failures. After this time without one that worked, deposits are not seen. */
const SILENT_AFTER_MS = 5 * MINUTE_MS;

/** Judges how reading deposits from a network goes. */
export function judgeRail({ firstAt, lastSuccessAt, lastError }: RailReading, now: Date): DepositRailHealth["state"] {
  const since = lastSuccessAt ?? firstAt;
  if (since === null) return "unread";
  if (now.getTime() - Date.parse(since) > SILENT_AFTER_MS) return "down";
  return lastError !== null && lastError.at >= since ? "failing" : "working";
}
