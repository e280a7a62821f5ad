import { MINUTE_MS, type FeedKind } from "@wazi/contracts";

/** A bar's time is the clock's when it is at most this far ahead of it. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;

/** The times of a closed trade: its last bar's, and the clock's when it was recorded. */
export interface TradeTimes {
  feed: FeedKind;
  barTime: Date;
  executedAt: Date;
}

/** True when the bars of a trade had a time of their own: a replay, or simulated markets that are ahead of the clock. */
export function hasOwnBarTime({ feed, barTime, executedAt }: TradeTimes): boolean {
  return feed === "replay" || barTime.getTime() - executedAt.getTime() > CLOCK_TOLERANCE_MS;
}

/** The bar's own time, ISO 8601; null when it is the clock's. */
export function formatOwnBarTime(trade: TradeTimes): string | null {
  return hasOwnBarTime(trade) ? trade.barTime.toISOString() : null;
}
