import {
  BotRunner,
  type Candle,
  countKnownMonths,
  createBotState,
  type DayClose,
  intervalMs,
  isAllocation,
} from "@wazi/trading";
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
  readonly log?: { warn(fields: object, message: string): void } | undefined;
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
 * decides by months, whole hours, then the minutes of the hour that is still forming. Each later part begins after the last day of the
 * part before, so that no day counts twice. It places no orders meanwhile.
 */
export async function warmUpBot(deps: WarmUpDeps, bot: TradingBot, feeds: readonly MarketFeed[]): Promise<TradingBot> {
  const { sql, now } = deps;
  const { config, feed } = bot;
  if (feed === "replay") return bot;
  const symbols = config.instruments.map(({ symbol }) => symbol);
  const nowMs = now().getTime();
  const days = isAllocation(config.strategy) ? await readDays(deps, bot, feeds) : [];
  const lastDays = new Map(days.map(({ symbol, time }) => [symbol, time]));
  const since = lastDays.size < symbols.length ? nowMs - WARM_UP_MS : Math.min(...lastDays.values());
  const hours = (await readCandles(sql, feed, "1h", symbols, new Date(since))).filter(
    ({ symbol, candle }) => candle.time >= (lastDays.get(symbol) ?? -Infinity) + intervalMs["1d"],
  );
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
  return { ...bot, state: runner.save(), unsaved: true };
}

/** The days before the feed's own bars; none where they cannot be read, so that the other bots trade on. */
async function readDays(
  { log }: WarmUpDeps,
  { name, feed, config }: TradingBot,
  feeds: readonly MarketFeed[],
): Promise<readonly DayClose[]> {
  const source = feeds.find((each) => each.symbols.some((symbol) => symbol.feed === feed));
  try {
    return (await source?.readDays?.(config.instruments.map(({ symbol }) => symbol))) ?? [];
  } catch (error) {
    log?.warn(
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
