import {
  DAY_MS,
  MIN_CORRELATION_DAYS,
  MINUTE_MS,
  type BotCorrelations,
  type FeedKind,
  type Market,
} from "@wazi/contracts";
import { readFeedDays, toDay } from "../../trader/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { correlateBots, type BotDays } from "./correlate-bots.ts";
import { listDailyChanges, listRecordedBots } from "./store.ts";

/** Days are complete only at their end, so a minute is soon enough. */
const CACHE_MS = MINUTE_MS;

export interface BotCorrelationDeps {
  sql: Sql;
  now: () => Date;
  feedOf: (market: Market) => FeedKind;
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
  const feeds = recorded.map(({ id, market }) => ({ botId: id, feed: feedOf(market) }));
  const [changes, today] = await Promise.all([listDailyChanges(sql, feeds), readFeedDays(sql, at)]);
  const bots = recorded.map(({ id, name, market }): BotDays => {
    const days = changes.filter(({ botId }) => botId === id);
    return { botId: id, botName: name, market, feed: feedOf(market), days };
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
