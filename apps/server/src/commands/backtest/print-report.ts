import { basename } from "node:path";
import {
  type BacktestResult,
  type BacktestStatistics,
  backtestStrategies,
  type BacktestTrade,
  type BarColumns,
  type DroppedLines,
} from "@wazi/trading";
import type { BacktestRequest } from "./read-arguments.ts";
import { drawdownsOf, sparkline } from "./sparkline.ts";

const SPARKLINE_COLUMNS = 60;
const TRADES_SHOWN = 20;
const DROPS_SHOWN = 100;

export function helpText(): string {
  const strategies = backtestStrategies.flatMap(({ name, description, parameters }) => [
    `  ${name}: ${description}`,
    ...Object.entries(parameters).map(([parameter, { default: usual, minimum, maximum, unit }]) => {
      return `      ${parameter} = ${usual}   ${minimum} to ${maximum}, ${unit}`;
    }),
  ]);
  return `Usage: npm run --silent backtest -- --strategy NAME --data FILE.csv [--param NAME=NUMBER …]
         [--cash 10000] [--commission 0.002] [--spread 0.0002] [--fractional-unit 0.00000001]
         [--finalize] [--json] [--lenient] [--allow-negative]

Plays the bars of a file through a strategy and tells what it would have earned, costs included. What it earned then says
nothing about what it will earn.

  --strategy         one of those below
  --param            a parameter of the strategy; may be given several times
  --data             a CSV file; the first column is the time, open, high, low, close (and volume) are found by name
  --cash             what the account starts with; 10000
  --commission       fraction of size × price, paid at entry and at exit; none when not given
  --spread           fraction of the open that a market entry pays; 0
  --fractional-unit  sizes are whole multiples of it; 1
  --finalize         closes at the last bar's open what is open at the end; else it is left out of the trades
  --json             prints one object, stats and trades
  --lenient          leaves out bars that are not sound, and says which; else the file is refused
  --allow-negative   takes prices of 0 and below

Exits with 0 when it ran, with 1 when the file was refused, with 2 when the call can't be understood.

Strategies, their parameters and defaults:
${strategies.join("\n")}`;
}

export function jsonReport(statistics: BacktestStatistics, { trades }: BacktestResult): string {
  return JSON.stringify({ stats: statistics, trades: trades.toArray() });
}

export function textReport(
  request: BacktestRequest,
  bars: BarColumns,
  result: BacktestResult,
  statistics: BacktestStatistics,
): string {
  return [
    ...heading(request, bars),
    "",
    ...figures(statistics),
    "",
    `Equity    ${sparkline(result.equity, SPARKLINE_COLUMNS)}`,
    `Drawdown  ${sparkline(drawdownsOf(result.equity), SPARKLINE_COLUMNS)}`,
    "",
    ...tradeTable(result, bars),
  ].join("\n");
}

/** What was left out of the file, a line each. */
export function droppedReport(dataFile: string, dropped: readonly DroppedLines[]): string {
  const bars = dropped.reduce((sum, each) => sum + each.bars, 0);
  const lines = dropped.slice(0, DROPS_SHOWN).map(({ firstLine, lastLine, reason }) => {
    return `  line ${firstLine === lastLine ? firstLine : `${firstLine} to ${lastLine}`}: ${reason}`;
  });
  if (dropped.length > DROPS_SHOWN) lines.push(`  … and ${dropped.length - DROPS_SHOWN} more places`);
  return [`${basename(dataFile)}: ${bars} ${bars === 1 ? "bar" : "bars"} left out`, ...lines].join("\n");
}

function heading({ strategy, parameters, dataFile, settings }: BacktestRequest, bars: BarColumns): string[] {
  const given = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const { cash, commission, spread } = settings;
  return [
    `${[strategy.name, ...given].join(", ")} on ${basename(dataFile)}`,
    `${bars.length} bars, ${dateOf(bars, 0)} to ${dateOf(bars, bars.length - 1)}; cash ${cash}, commission ${percent(commission * 100)} a side, spread ${percent(spread * 100)}`,
  ];
}

function figures(statistics: BacktestStatistics): string[] {
  const rows: [string, string, string, string][] = [
    ["Return", percent(statistics.returnPct), "Buy and hold", percent(statistics.buyAndHoldPct)],
    ["Final equity", decimal(statistics.finalEquity), "Max drawdown", percent(statistics.maxDrawdownPct)],
    ["Trades", String(statistics.trades), "Win rate", percent(statistics.winRatePct)],
    ["Profit factor", decimal(statistics.profitFactor), "Exposure", percent(statistics.exposurePct)],
    ["Sharpe", decimal(statistics.sharpe), "Sortino", decimal(statistics.sortino)],
  ];
  return rows.map(([label, value, other, otherValue]) => {
    return `${label.padEnd(14)}${value.padStart(16)}    ${other.padEnd(14)}${otherValue.padStart(14)}`;
  });
}

function tradeTable({ trades }: BacktestResult, bars: BarColumns): string[] {
  const from = Math.max(0, trades.length - TRADES_SHOWN);
  const shown = trades.toArray().slice(from);
  const header = ["size", "entry", "price", "exit", "price", "profit"];
  const cells = [header, ...shown.map((trade) => tradeCells(trade, bars))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const table = cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  "));
  if (trades.length === 0) return ["No trade was closed."];
  return from === 0 ? table : [`The last ${TRADES_SHOWN} of ${trades.length} trades:`, ...table];
}

function tradeCells(trade: BacktestTrade, bars: BarColumns): string[] {
  const price = (value: number) => String(Number(value.toPrecision(8)));
  return [
    String(Number(trade.size.toPrecision(10))),
    dateOf(bars, trade.entryBar),
    price(trade.entryPrice),
    dateOf(bars, trade.exitBar),
    price(trade.exitPrice),
    trade.pnl.toFixed(2),
  ];
}

/** Without the time where it is midnight. */
function dateOf(bars: BarColumns, bar: number): string {
  const text = new Date(bars.time[bar] ?? NaN).toISOString().slice(0, 16).replace("T", " ");
  return text.replace(/ 00:00$/, "");
}

function decimal(value: number | null): string {
  return value === null ? "none" : value.toFixed(2);
}

function percent(value: number | null): string {
  return value === null ? "none" : `${value.toFixed(2)} %`;
}
