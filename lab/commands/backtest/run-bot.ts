import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type BotDefinition,
  type BotTrack,
  buildBotConfig,
  findMissingData,
  type Interval,
  type Market,
  playOnce,
  selectSymbols,
  trackBot,
  type TradeClosed,
} from "@wazi/trading";
import { loadReplayFolder } from "../../../apps/server/src/trader/feeds/replay-feed.ts";
import type { LoadedSeries } from "../../../apps/server/src/trader/feeds/replay-moments.ts";
import { findDataPath } from "./read-data.ts";
import {
  formatCurve,
  formatLastTrades,
  formatPairs,
  formatPercent,
  formatTime,
  formatTwoPlaces,
} from "./print-report.ts";

/** A series that a bot has traded. */
interface TradedSeries {
  readonly symbol: string;
  readonly interval: Interval;
  readonly bars: number;
  /** The times of the first and the last bar, epoch ms. */
  readonly from: number;
  readonly to: number;
}

interface BotBacktest {
  readonly bot: BotDefinition;
  readonly series: readonly TradedSeries[];
  readonly track: BotTrack;
}

/**
 * Runs a bot of the catalogue over the series of its market in a replay folder, each once, or over one file of such a folder.
 * It is loaded, played and traded as `MARKET_FEED=replay:` does, with the pool's rules and costs, so the trades are the same.
 * @returns an error message when there is nothing to trade
 * @throws StartError for a file that is refused
 */
export function runBotBacktest(bot: BotDefinition, dataPath: string): BotBacktest | string {
  const path = findDataPath(dataPath);
  if (path === undefined) return `${dataPath}: file not found`;
  const own = selectSymbols(bot, loadSeries(path, bot.market));
  if (own.length === 0) return `${dataPath}: no series of the market ${bot.market}, which ${bot.name} trades`;
  for (const { symbol, series } of own) {
    const missing = findMissingData(bot.strategy, series);
    if (missing !== null) return `${symbol}: ${missing}`;
  }
  const played = own.map(({ symbol, interval, series }) => ({ symbol, interval, ...series }));
  const track = trackBot(buildBotConfig(bot, own), playOnce(played));
  return { bot, series: own.map(describeSeries), track };
}

function loadSeries(path: string, market: Market): readonly LoadedSeries[] {
  if (statSync(path).isDirectory()) return loadReplayFolder(path, "--data", { market }).series;
  return loadReplayFolder(dirname(path), "--data", { market, file: basename(path) }).series;
}

function describeSeries({ symbol, interval, series: { candles } }: LoadedSeries): TradedSeries {
  return { symbol, interval, bars: candles.length, from: candles[0]?.time ?? NaN, to: candles.at(-1)?.time ?? NaN };
}

export function formatBotJson({ bot, series, track }: BotBacktest): string {
  const { trades, returnPct, winRatePct, maxDrawdownPct, profitFactor } = track;
  return JSON.stringify({
    bot: bot.name,
    series: series.map(({ from, to, ...each }) => {
      return { ...each, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    }),
    stats: { returnPct, trades: trades.length, winRatePct, maxDrawdownPct, profitFactor },
    trades: trades.map(toPrintedTrade),
  });
}

function toPrintedTrade({ type: _type, costs: _costs, entryBarTime, barTime, ...trade }: TradeClosed): object {
  return { ...trade, entryBarTime: new Date(entryBarTime).toISOString(), barTime: new Date(barTime).toISOString() };
}

export function formatBotText({ bot, series, track }: BotBacktest): string {
  const { trades, points, returnPct, winRatePct, maxDrawdownPct, profitFactor } = track;
  return [
    `${bot.name} (${bot.strategy.name}) in its pool, all costs included`,
    ...series.map(({ symbol, interval, bars, from, to }) => {
      return `${symbol} ${interval}: ${bars} bars, ${formatTime(from)} to ${formatTime(to)}`;
    }),
    "",
    ...formatPairs([
      ["Return", formatPercent(returnPct), "Max drawdown", formatPercent(maxDrawdownPct)],
      ["Trades", String(trades.length), "Win rate", formatPercent(winRatePct)],
      ["Profit factor", formatTwoPlaces(profitFactor), "", ""],
    ]).map((line) => line.trimEnd()),
    "",
    ...formatCurve(
      "NAV",
      Float64Array.from(points, ({ nav }) => nav),
    ),
    "",
    ...formatLastTrades(
      ["symbol", "side", "exposure", "entry", "price", "exit", "price", "by", "factor"],
      trades.map((trade) => () => tradeCells(trade)),
    ),
  ].join("\n");
}

function tradeCells(trade: TradeClosed): string[] {
  const { symbol, side, exposure, entryBarTime, entryPrice, barTime, exitPrice, reason, factor } = trade;
  const price = (text: string) => String(Number(Number(text).toPrecision(8)));
  const [entry, exit] = [formatTime(entryBarTime), formatTime(barTime)];
  return [symbol, side, exposure, entry, price(entryPrice), exit, price(exitPrice), reason, Number(factor).toFixed(6)];
}
