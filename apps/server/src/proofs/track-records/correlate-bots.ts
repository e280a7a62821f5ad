import { DAY_MS, MIN_CORRELATION_DAYS, type BotCorrelations, type FeedKind, type Market } from "@wazi/contracts";
import { computeCorrelation } from "@wazi/trading";

/** A bot with the days on which it closed trades, of its current feed. */
export interface BotDays {
  botId: string;
  botName: string;
  market: Market;
  feed: FeedKind;
  /** By the bars' own days (YYYY-MM-DD, UTC), oldest first: the change of the unit price as a fraction. */
  days: readonly { day: string; change: number }[];
}

type Pair = BotCorrelations["pairs"][number];

const CORRELATION_PLACES = 2;
const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/**
 * The correlations of the daily changes of the bots' unit prices, each pair once. A pair's days are those from the later of
 * its first closed trades to `lastDay`, both included; a day without a closed trade is a change of 0. Pearson's correlation.
 * @param lastDays the last complete day of each feed
 */
export function correlateBots(bots: readonly BotDays[], lastDays: ReadonlyMap<FeedKind, string>): Pair[] {
  return bots.flatMap((one, index) => bots.slice(index + 1).map((other) => correlatePair(one, other, lastDays)));
}

function correlatePair(one: BotDays, other: BotDays, lastDays: ReadonlyMap<FeedKind, string>): Pair {
  const pair = { botId: one.botId, otherBotId: other.botId };
  const without = (reason: Pair["reason"], days = 0): Pair => ({ ...pair, correlation: null, days, reason });
  if (one.feed !== other.feed) return without("different-feeds");
  // The series of a replay are of different years, so one moment of it has several days.
  if (one.feed === "replay") return without("replay");
  const [firstOne, firstOther, last] = [one.days[0]?.day, other.days[0]?.day, lastDays.get(one.feed)];
  if (firstOne === undefined || firstOther === undefined || last === undefined) return without("too-few-days");
  const first = Math.max(toNumber(firstOne), toNumber(firstOther));
  const count = Math.max(0, toNumber(last) - first + 1);
  if (count < MIN_CORRELATION_DAYS) return without("too-few-days", count);
  const correlation = computeCorrelation(listChanges(one, first, count), listChanges(other, first, count));
  if (Number.isNaN(correlation)) return without("no-change", count);
  return {
    ...pair,
    correlation: correlation.toFixed(CORRELATION_PLACES).replace(/^-(0\.0+)$/, "$1"),
    days: count,
    reason: null,
  };
}

/** The changes of `count` days from `first` on. */
function listChanges({ days }: BotDays, first: number, count: number): number[] {
  const changes = Array.from({ length: count }, () => 0);
  for (const { day, change } of days) {
    const index = toNumber(day) - first;
    if (index >= 0 && index < count) changes[index] = change;
  }
  return changes;
}
