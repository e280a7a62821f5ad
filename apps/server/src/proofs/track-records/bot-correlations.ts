import {
  type BotCorrelations,
  DAY_MS,
  type FeedKind,
  type BotMarket,
  MIN_CORRELATION_DAYS,
  MINUTE_MS,
} from "@wazi/contracts";
import { readFeedDays, toDay } from "../../trader/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { listDailyChanges, listRecordedBots } from "./store.ts";
import { computeCorrelation } from "@wazi/trading";

/** A bot with the days on which it closed trades, of its current feed. */
export interface BotDays {
  botId: string;
  botName: string;
  market: BotMarket;
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

/** Days are complete only at their end, so a minute is soon enough. */
const CACHE_MS = MINUTE_MS;

export interface BotCorrelationDeps {
  sql: Sql;
  now: () => Date;
  feedOf: (botName: string) => FeedKind;
}

/** Reads the correlations of the bots' returns at most once a minute. A failed read is not kept. */
export function createBotCorrelations(deps: BotCorrelationDeps): () => Promise<BotCorrelations> {
  let kept: { at: number; answer: Promise<BotCorrelations> } | null = null;
  return () => {
    const at = deps.now().getTime();
    if (kept && at - kept.at < CACHE_MS) return kept.answer;
    const answer = readBotCorrelations(deps);
    answer.catch(() => (kept = null));
    kept = { at, answer };
    return answer;
  };
}

async function readBotCorrelations({ sql, now, feedOf }: BotCorrelationDeps): Promise<BotCorrelations> {
  const at = now();
  const recorded = await listRecordedBots(sql);
  const feeds = recorded.map(({ id, name }) => ({ botId: id, feed: feedOf(name) }));
  const [changes, today] = await Promise.all([listDailyChanges(sql, feeds), readFeedDays(sql, at)]);
  const bots = recorded.map(({ id, name, market }): BotDays => {
    const days = changes.filter(({ botId }) => botId === id);
    return { botId: id, botName: name, market, feed: feedOf(name), days };
  });
  const lastDays = new Map(
    today.map(({ feed, day }) => [feed, toDay(new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS))] as const),
  );
  return {
    at: at.toISOString(),
    minDays: MIN_CORRELATION_DAYS,
    bots: bots.map(({ botId: id, botName: name, market, feed, days }) => {
      return { id, name, market, feed, since: days[0]?.day ?? null };
    }),
    pairs: correlateBots(bots, lastDays),
  };
}
