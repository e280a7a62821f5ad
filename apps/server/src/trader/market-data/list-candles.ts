import { DEFAULT_CANDLES } from "@wazi/contracts";
import type { AnswerOf, CandleInterval, ChartCandle, FeedKind, listBotCandles as call, QueryOf } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { findChartedBot, listCandles } from "./store.ts";
import * as texts from "../../messages/trader.ts";

/** The bars of a replayed series. */
interface ReplayedBars {
  interval: CandleInterval;
  /** Reads bars of the current pass, oldest first; before `to` when given. */
  readCandles: (to: string | undefined, limit: number) => Promise<ChartCandle[]>;
}

export interface CandleDeps {
  sql: Queryable;
  feedOf: (botName: string) => FeedKind;
  /** The symbols that a bot trades on its feed. */
  symbolsOf: (botName: string) => readonly string[];
  /** Undefined when the symbol is not replayed. */
  findReplayedBars: (symbol: string) => ReplayedBars | undefined;
}

/** Intervals stored for simulated and live prices: minutes of two days, and hours. */
const storedIntervals: readonly CandleInterval[] = ["1m", "1h"];

/**
 * Lists candles of one of a bot's symbols for its chart.
 * @throws AppError NOT_FOUND no such bot · VALIDATION a symbol that the bot does not trade, or an unavailable interval
 */
export async function listBotCandles(
  deps: CandleDeps,
  botId: string,
  query: QueryOf<typeof call>,
): Promise<AnswerOf<typeof call>> {
  const bot = await findChartedBot(deps.sql, botId);
  if (bot === undefined) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { symbol, to } = query;
  requireOneOf("symbol", symbol, deps.symbolsOf(bot.name));
  const replayed = deps.findReplayedBars(symbol);
  const intervals = replayed ? [replayed.interval] : storedIntervals;
  const [shortest = "1m"] = intervals;
  const interval = query.interval ?? shortest;
  requireOneOf("interval", interval, intervals);
  const limit = query.limit === undefined ? DEFAULT_CANDLES : Number(query.limit);
  const feed = deps.feedOf(bot.name);
  const candles = replayed
    ? await replayed.readCandles(to, limit)
    : await listCandles(deps.sql, { feed, symbol, interval, to, limit });
  return { botId: bot.id, symbol, interval, feed, candles };
}

function requireOneOf(name: string, value: string, allowed: readonly string[]): void {
  if (allowed.includes(value)) return;
  const message = texts.valueNotListed({ name, allowed: allowed.join(", ") });
  throw new AppError("VALIDATION", message, { fields: { [name]: message } });
}
