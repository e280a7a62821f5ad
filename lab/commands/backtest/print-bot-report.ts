import type { TradeClosed } from "@wazi/trading";
import {
  formatCurve,
  formatTwoPlaces,
  formatLastTrades,
  formatPairs,
  formatPercent,
  formatTime,
} from "./print-report.ts";
import type { BotBacktest } from "./run-bot.ts";

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
