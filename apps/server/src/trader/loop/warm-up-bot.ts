import {
  BotRunner,
  type Candle,
  countKnownMonths,
  createBotState,
  type DayClose,
  intervalMs,
  isAllocation,
} from "@wazi/trading";
import type { FeedKind } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { type MarketFeed, toBarSequence } from "../feeds/market-feed.ts";
import { readCandles } from "../feeds/store.ts";
import type { TradingBot } from "./trading-bot.ts";

/** An hour counts up to its last minute, after which the next bar is no gap. */
const LAST_MINUTE = intervalMs["1h"] / intervalMs["1m"] - 1;
/** Enough hours for the longest average and channel of a bot of the catalogue, with the nights of a market that closes. */
const WARM_UP_MS = 90 * intervalMs["1d"];

export interface WarmUpDeps {
  readonly sql: Queryable;
  readonly now: () => Date;
  readonly readDays: DayReader;
  readonly log?: { warn(fields: object, message: string): void } | undefined;
}

/** Reads the days before a feed's own bars (`MarketFeed.readDays`). */
export type DayReader = (feed: FeedKind, symbols: readonly string[]) => Promise<readonly DayClose[]>;

/** Asks each feed once for the days of the same symbols, because a provider counts its answers. */
export function createDayReader(feeds: readonly Pick<MarketFeed, "symbols" | "readDays">[]): DayReader {
  const asked = new Map<string, Promise<readonly DayClose[]>>();
  return (kind, symbols) => {
    const key = `${kind} ${symbols.join()}`;
    const source = feeds.find((each) => each.symbols.some(({ feed }) => feed === kind));
    const days = asked.get(key) ?? source?.readDays?.(symbols) ?? Promise.resolve([]);
    asked.set(key, days);
    return days;
  };
}

/** True for a bot that decides by months and knows too few of them, as when its provider did not answer at its first start. */
export function lacksMonths({ config: { strategy, instruments }, feed, state }: TradingBot): boolean {
  if (!isAllocation(strategy) || feed === "replay" || state.openTrades.length + state.orders.length > 0) return false;
  return instruments.every(({ symbol }) => {
    const { strategyState = null } = state.symbols[symbol] ?? {};
    return strategyState === null || countKnownMonths(strategyState) <= strategy.months;
  });
}

/**
 * Shows a bot's strategy the past from the beginning, so that it can trade at once: the days before the feed's own bars where it
 * decides by months, whole hours, then the minutes of the hour that is still forming. A bar that is not later than those before it
 * changes nothing, so that no day counts twice. It places no orders meanwhile.
 */
export async function warmUpBot(deps: WarmUpDeps, bot: TradingBot): Promise<TradingBot> {
  const { sql, now } = deps;
  const { config, feed } = bot;
  if (feed === "replay") return bot;
  const symbols = config.instruments.map(({ symbol }) => symbol);
  const nowMs = now().getTime();
  const isByMonths = isAllocation(config.strategy) && config.strategy.months > 0;
  const days = isByMonths ? await readDays(deps, bot) : [];
  const lastDays = new Map(days.map(({ symbol, time }) => [symbol, time]));
  const since = lastDays.size < symbols.length ? nowMs - WARM_UP_MS : Math.min(...lastDays.values());
  const hours = await readCandles(sql, feed, "1h", symbols, new Date(since));
  const lastHours = new Map(hours.map(({ symbol, candle }) => [symbol, candle.time]));
  const minutes = await readCandles(sql, feed, "1m", symbols, new Date(nowMs - 2 * intervalMs["1h"]));
  const later = minutes.filter(({ symbol, candle }) => candle.time >= (lastHours.get(symbol) ?? 0) + intervalMs["1h"]);
  const runner = new BotRunner(config, { ...createBotState(config), nav: bot.state.nav });
  const show = (symbol: string, candle: Candle, lastBar: number): void => {
    runner.warmUp({ type: "candle", symbol, candle, barSequence: toBarSequence(candle) + lastBar });
  };
  for (const day of days) show(day.symbol, toLastMinute(day), 0);
  for (const { symbol, candle } of hours) show(symbol, candle, LAST_MINUTE);
  for (const { symbol, candle } of later) show(symbol, candle, 0);
  // The provider's days have the actions up to today in, and bars of today may be shown already.
  for (const symbol of symbols) if (feed === "live") runner.skipActions(symbol, nowMs - (nowMs % intervalMs["1d"]));
  return { ...bot, state: runner.save(), unsaved: true };
}

/** The days before the feed's own bars; none where they cannot be read, so that the other bots trade on. */
async function readDays(deps: WarmUpDeps, { name, feed, config }: TradingBot): Promise<readonly DayClose[]> {
  try {
    return await deps.readDays(
      feed,
      config.instruments.map(({ symbol }) => symbol),
    );
  } catch (error) {
    deps.log?.warn(
      { err: error, bot: name },
      "daily prices of the past are missing; the bot waits and the next start asks again",
    );
    return [];
  }
}

/** The last minute of a day, as the only bar of the day. */
function toLastMinute({ time, close }: DayClose): Candle {
  const bar = time + intervalMs["1d"] - intervalMs["1m"];
  return { time: bar, open: close, high: close, low: close, close, volume: 0 };
}
