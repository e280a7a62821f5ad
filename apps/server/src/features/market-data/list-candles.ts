import { DEFAULT_CANDLES } from "@wazi/contracts";
import type {
  AnswerOf,
  CandleInterval,
  ChartCandle,
  FeedKind,
  listBotCandles as call,
  Market,
  QueryOf,
} from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import type { Queryable } from "../../db/pool.ts";
import { findChartedBot, listCandles } from "./store.ts";

/** The latest bars of a series that is being replayed. */
interface ReplayedBars {
  interval: CandleInterval;
  /** Bars since the series last began, before `to` where that is given; oldest first. */
  readCandles: (to: string | undefined, limit: number) => Promise<ChartCandle[]>;
}

export interface CandleDeps {
  sql: Queryable;
  feedOf: (market: Market) => FeedKind;
  /** What a bot of the catalogue trades on this feed. */
  symbolsOf: (botName: string) => readonly string[];
  /** Undefined where the symbol is not of a replay. */
  findReplayedBars: (symbol: string) => ReplayedBars | undefined;
}

/** What is kept of simulated and live prices: minutes of two days, and hours. */
const storedIntervals: readonly CandleInterval[] = ["1m", "1h"];

/**
 * The bars of one of a bot's symbols, for a chart that its trades are drawn on.
 * @throws AppError NOT_FOUND no such bot · VALIDATION a symbol that it does not trade, or bars that there are none of
 */
export async function listBotCandles(
  deps: CandleDeps,
  botId: string,
  query: QueryOf<typeof call>,
): Promise<AnswerOf<typeof call>> {
  const bot = await findChartedBot(deps.sql, botId);
  if (bot === undefined) throw new AppError("NOT_FOUND", "Bot not found.");
  const { symbol, to } = query;
  requireOneOf("symbol", symbol, deps.symbolsOf(bot.name));
  const replayed = deps.findReplayedBars(symbol);
  const intervals = replayed ? [replayed.interval] : storedIntervals;
  const [shortest = "1m"] = intervals;
  const interval = query.interval ?? shortest;
  requireOneOf("interval", interval, intervals);
  const limit = query.limit === undefined ? DEFAULT_CANDLES : Number(query.limit);
  const feed = deps.feedOf(bot.market);
  const candles = replayed
    ? await replayed.readCandles(to, limit)
    : await listCandles(deps.sql, { feed, symbol, interval, to, limit });
  return { botId: bot.id, symbol, interval, feed, candles };
}

function requireOneOf(name: string, value: string, allowed: readonly string[]): void {
  if (allowed.includes(value)) return;
  const message = `${name} must be one of: ${allowed.join(", ")}`;
  throw new AppError("VALIDATION", message, { fields: { [name]: message } });
}
