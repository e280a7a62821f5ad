import { basename } from "node:path";
import {
  type BacktestResult,
  type BacktestStatistics,
  type BacktestTrade,
  type BarColumns,
  botCatalogue,
  computeDrawdowns,
  type DroppedLines,
  strategies,
  sweepFigures,
} from "@wazi/trading";
import type { BacktestRequest } from "./read-arguments.ts";

const BLOCKS = "▁▂▃▄▅▆▇█";

/** Draws values as a line of blocks. Each column shows the last value of its part; the block heights span the range. */
export function formatSparkline(values: Float64Array, columns: number): string {
  const width = Math.min(columns, values.length);
  const shown = Array.from({ length: width }, (_, column) => {
    return values[Math.floor(((column + 1) * values.length) / width) - 1] ?? NaN;
  });
  const lowest = Math.min(...shown);
  const spread = Math.max(...shown) - lowest;
  return shown
    .map((value) => BLOCKS[spread > 0 ? Math.round(((value - lowest) / spread) * (BLOCKS.length - 1)) : 0])
    .join("");
}

const SPARKLINE_COLUMNS = 60;
const TRADES_SHOWN = 20;
const DROPS_SHOWN = 100;

export function formatHelp(): string {
  const descriptions = strategies.flatMap(({ name, description, parameters }) => [
    `  ${name}: ${description}`,
    ...Object.entries(parameters).map(([parameter, { default: usual, minimum, maximum, unit }]) => {
      return `      ${parameter} = ${usual}   ${minimum} to ${maximum}, ${unit}`;
    }),
  ]);
  return `Usage: npm run --silent backtest -- --strategy NAME --data FILE.csv [--param NAME=NUMBER …]
         [--cash 10000] [--commission 0.002] [--spread 0.0002] [--fractional-unit 0.00000001]
         [--finalize] [--json] [--lenient] [--allow-negative]
   or: npm run --silent backtest -- --strategy NAME --sweep fast=5:50:5,slow=20:200:20 --data FILE.csv|FOLDER
         [--metric ${sweepFigures.join("|")}] [the options above]
   or: npm run --silent backtest -- --bot NAME --data FOLDER|FILE.csv [--json]

Runs a strategy on the bars of a file and prints its result, costs included. Past results do not predict future results.
With --sweep it tries all sets of parameters, on every file of the folder, on all cores. With --bot it runs a bot of the
catalogue on a replay folder, as the trader does: the trades are the same.

  --strategy         one of the strategies below
  --sweep            values of parameters: name=first:last:step, or name=value; separated by commas
  --metric           the figure by which a sweep sorts; default sharpe
  --bot              one of ${botCatalogue.map(({ name }) => name).join(", ")}
  --param            a parameter of the strategy; can be repeated
  --data             a CSV file; the first column is the time; open, high, low, close and volume are found by name
  --cash             cash at the start; default 10000
  --commission       fraction of size × price, paid at entry and at exit; default none
  --spread           fraction of the open price that a market entry pays; default 0
  --fractional-unit  the step of sizes; default 1
  --finalize         closes an open trade at the open of the last bar; otherwise it is left out of the trades
  --json             prints one JSON object
  --lenient          skips invalid bars and lists them; otherwise an invalid bar stops the command
  --allow-negative   accepts prices of 0 and below

Exit codes: 0 when it ran, 1 when the file is invalid, 2 when the arguments are invalid.

Strategies, with their parameters and defaults:
${descriptions.join("\n")}`;
}

export function formatJsonReport(statistics: BacktestStatistics, { trades }: BacktestResult): string {
  return JSON.stringify({ stats: statistics, trades: trades.toArray() });
}

export function formatTextReport(
  request: BacktestRequest,
  bars: BarColumns,
  result: BacktestResult,
  statistics: BacktestStatistics,
): string {
  return [
    ...formatHeading(request, bars),
    "",
    ...formatFigures(statistics),
    "",
    ...formatCurve("Equity", result.equity),
    "",
    ...formatTradeTable(result, bars),
  ].join("\n");
}

/** One line for each skipped part of the file. */
export function formatDroppedReport(dataFile: string, dropped: readonly DroppedLines[]): string {
  const bars = dropped.reduce((sum, each) => sum + each.bars, 0);
  const lines = dropped.slice(0, DROPS_SHOWN).map(({ firstLine, lastLine, reason }) => {
    return `  line ${firstLine === lastLine ? firstLine : `${firstLine} to ${lastLine}`}: ${reason}`;
  });
  if (dropped.length > DROPS_SHOWN) lines.push(`  … and ${dropped.length - DROPS_SHOWN} more places`);
  return [`${basename(dataFile)}: ${bars} ${bars === 1 ? "bar" : "bars"} skipped`, ...lines].join("\n");
}

function formatHeading({ strategy, parameters, dataPath, settings }: BacktestRequest, bars: BarColumns): string[] {
  const given = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const { cash, commission, spread } = settings;
  return [
    `${[strategy.name, ...given].join(", ")} on ${basename(dataPath)}`,
    `${bars.length} bars, ${formatDate(bars, 0)} to ${formatDate(bars, bars.length - 1)}; cash ${cash}, commission ${formatPercent(commission * 100)} a side, spread ${formatPercent(spread * 100)}`,
  ];
}

function formatFigures(statistics: BacktestStatistics): string[] {
  return formatPairs([
    ["Return", formatPercent(statistics.returnPct), "Buy and hold", formatPercent(statistics.buyAndHoldPct)],
    ["Final equity", formatTwoPlaces(statistics.finalEquity), "Max drawdown", formatPercent(statistics.maxDrawdownPct)],
    ["Trades", String(statistics.trades), "Win rate", formatPercent(statistics.winRatePct)],
    ["Profit factor", formatTwoPlaces(statistics.profitFactor), "Exposure", formatPercent(statistics.exposurePct)],
    ["Sharpe", formatTwoPlaces(statistics.sharpe), "Sortino", formatTwoPlaces(statistics.sortino)],
  ]);
}

function formatTradeTable({ trades }: BacktestResult, bars: BarColumns): string[] {
  const header = ["size", "entry", "price", "exit", "price", "profit"];
  return formatLastTrades(
    header,
    trades.toArray().map((trade) => () => tradeCells(trade, bars)),
  );
}

/** A table of the last trades. Cells are formatted only for those. */
export function formatLastTrades(header: readonly string[], trades: readonly (() => readonly string[])[]): string[] {
  if (trades.length === 0) return ["No trades were closed."];
  const shown = trades.slice(-TRADES_SHOWN);
  const table = formatTable(
    header,
    shown.map((format) => format()),
  );
  return shown.length === trades.length ? table : [`The last ${TRADES_SHOWN} of ${trades.length} trades:`, ...table];
}

/** Aligns cells to the right of their columns. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  "));
}

/** Prints figures in two columns. */
export function formatPairs(rows: readonly (readonly [string, string, string, string])[]): string[] {
  return rows.map(([label, value, other, otherValue]) => {
    return `${label.padEnd(14)}${value.padStart(16)}    ${other.padEnd(14)}${otherValue.padStart(14)}`;
  });
}

/** The curve of a result and its falls, as sparklines. */
export function formatCurve(name: string, values: Float64Array): string[] {
  return [
    `${name.padEnd(10)}${formatSparkline(values, SPARKLINE_COLUMNS)}`,
    `Drawdown  ${formatSparkline(computeDrawdowns(values), SPARKLINE_COLUMNS)}`,
  ];
}

function tradeCells(trade: BacktestTrade, bars: BarColumns): string[] {
  const price = (value: number) => String(Number(value.toPrecision(8)));
  return [
    String(Number(trade.size.toPrecision(10))),
    formatDate(bars, trade.entryBar),
    price(trade.entryPrice),
    formatDate(bars, trade.exitBar),
    price(trade.exitPrice),
    trade.pnl.toFixed(2),
  ];
}

function formatDate(bars: BarColumns, bar: number): string {
  return formatTime(bars.time[bar] ?? NaN);
}

/** The date, with the time unless it is midnight. */
export function formatTime(time: number): string {
  return new Date(time)
    .toISOString()
    .slice(0, 16)
    .replace("T", " ")
    .replace(/ 00:00$/, "");
}

export function formatTwoPlaces(value: number | null): string {
  return value === null ? "none" : value.toFixed(2);
}

export function formatPercent(value: number | null): string {
  return value === null ? "none" : `${value.toFixed(2)} %`;
}
