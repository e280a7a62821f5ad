import { formatTwoPlaces, formatPercent, formatTable } from "./print-report.ts";
import type { SweepRequest } from "./read-arguments.ts";
import type { SweepResult, SweptSeries } from "./run-sweep.ts";

const RESULTS_SHOWN = 20;
/** Results in JSON. A sweep can have a million. */
const RESULTS_IN_JSON = 1_000;

/** The best of many results says little about the next one. */
function formatLuckWarning(results: number): string {
  const first = `This is the best of ${results} results, so it is luck in part.`;
  return `${first} With this many tries, some sets look good by chance. Test your choice on data that the sweep did not use.`;
}

export function formatSweepJson(
  { strategy, grid, metric }: SweepRequest,
  series: readonly SweptSeries[],
  results: readonly SweepResult[],
): string {
  return JSON.stringify({
    strategy: strategy.name,
    metric,
    sets: grid.sets,
    series: series.map(({ name, bars }) => ({ name, bars: bars.length })),
    results: results.length,
    warning: formatLuckWarning(results.length),
    best: results.slice(0, RESULTS_IN_JSON),
  });
}

export function formatSweepText(
  { strategy, grid, metric }: SweepRequest,
  series: readonly SweptSeries[],
  results: readonly SweepResult[],
  seconds: number,
): string {
  const bars = series.reduce((sum, each) => sum + each.bars.length, 0);
  const speed = (bars * grid.sets) / seconds / 1e6;
  const header = [
    "series",
    ...grid.names,
    "return",
    "Sharpe",
    "Sortino",
    "drawdown",
    "profit factor",
    "win rate",
    "trades",
  ];
  const shown = results.slice(0, RESULTS_SHOWN);
  return [
    `${strategy.name}: ${grid.sets} sets of parameters on ${series.length} series, ${bars} bars`,
    `${seconds.toFixed(1)} s, ${speed.toFixed(1)} million bars × sets per second`,
    "",
    `The best ${shown.length} of ${results.length} results by ${metric}:`,
    ...formatTable(
      header,
      shown.map((result) => resultCells(result, grid.names)),
    ),
    "",
    formatLuckWarning(results.length),
  ].join("\n");
}

function resultCells(result: SweepResult, names: readonly string[]): string[] {
  return [
    result.series,
    ...names.map((name) => String(result.parameters[name])),
    formatPercent(result.returnPct),
    formatTwoPlaces(result.sharpe),
    formatTwoPlaces(result.sortino),
    formatPercent(result.maxDrawdownPct),
    formatTwoPlaces(result.profitFactor),
    formatPercent(result.winRatePct),
    String(result.trades ?? 0),
  ];
}
