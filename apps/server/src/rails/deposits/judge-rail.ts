import { MINUTE_MS, type DepositRailHealth } from "@wazi/contracts";
import type { RailReading } from "./rail-health-store.ts";

/** Rounds follow each other within a minute, also after failures. After this time without one that worked, deposits are not seen. */
const SILENT_AFTER_MS = 5 * MINUTE_MS;

/** Judges how reading deposits from a network goes. */
export function judgeRail({ lastSuccessAt, lastError }: RailReading, now: Date): DepositRailHealth["state"] {
  if (lastSuccessAt === null) return lastError === null ? "unread" : "down";
  if (now.getTime() - Date.parse(lastSuccessAt) > SILENT_AFTER_MS) return "down";
  return lastError !== null && lastError.at > lastSuccessAt ? "failing" : "working";
}
