import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  clusteringLags,
  computeRecentVolatility,
  computeTarget,
  correlateDailySeries,
  correlateWalks,
  type FitTarget,
  type Interval,
  intervalMs,
  type MarketModel,
  marketModels,
  measureReturns,
  type ModelName,
  modelNames,
  readReturns,
  type RealReturns,
  type RealSeries,
  realSeries,
  recordedCorrelations,
  type ReturnFigures,
  searchModel,
  simulateComparison,
  type SimulatedFigure,
  type SimulatedFigures,
  simulatedSymbols,
  walkHours,
} from "@wazi/trading";
import { UsageError } from "../backtest/read-arguments.ts";
import type { CommandOutput } from "../backtest/run-command.ts";
import { readCount, readOptions } from "./run-simulate-bots.ts";

/** A real series beside the simulated runs of its length. */
interface SeriesComparison {
  readonly series: RealSeries;
  readonly real: RealReturns;
  readonly figures: ReturnFigures;
  readonly simulated: SimulatedFigures;
}

const BASIS_POINTS = 10_000;
const barsPerYear: Readonly<Record<Interval, number>> = { "1m": 525_600, "1h": 8_760, "1d": 365 };

/** The parameters of the models, one row each. */
function formatModelTable(wanted: readonly ModelName[], models: Readonly<Record<ModelName, MarketModel>>): string {
  const names = Object.keys(models.forex) as (keyof MarketModel)[];
  return formatMarkdownTable(
    ["model", ...names],
    wanted.map((model) => [model, ...names.map((name) => String(Number(models[model][name].toPrecision(3))))]),
  );
}

/** Each series beside the median of its simulated runs and the middle 80 % of them. */
function formatComparisonTable(compared: readonly SeriesComparison[]): string {
  const header = ["series", "bars", "bp a bar", "kurtosis", ...clusteringLags.map((lag) => `lag ${lag}`), "drawdown"];
  return formatMarkdownTable(
    header,
    compared.map(({ series: { model, interval, file }, figures, simulated }) => {
      const inBasisPoints = (value: number) => (value * BASIS_POINTS).toPrecision(3);
      const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
      return [
        `${model} ${interval} ${formatSeriesName(file)}`,
        String(figures.count),
        formatBeside(figures.deviation, simulated.deviation, inBasisPoints),
        formatBeside(figures.kurtosis, simulated.kurtosis, (value) => value.toFixed(1)),
        ...clusteringLags.map((_, lag) => {
          const none = { median: NaN, low: NaN, high: NaN };
          return formatBeside(figures.clustering[lag] ?? NaN, simulated.clustering[lag] ?? none, (value) =>
            value.toFixed(2),
          );
        }),
        formatBeside(figures.drawdown, simulated.drawdown, percent),
      ];
    }),
  );
}

/** The yearly volatility of the symbols with a real series, and the volatility of one simulated bar. */
function formatSymbolTable(compared: readonly SeriesComparison[]): string {
  const rows = compared.flatMap(({ series, real, figures }) => {
    const symbol = simulatedSymbols.find((each) => each.symbol === series.symbol);
    if (symbol === undefined) return [];
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    const simulatedBar = symbol.yearlyVolatility / Math.sqrt(barsPerYear[series.interval]);
    return [
      [
        symbol.symbol,
        `${series.interval} ${formatSeriesName(series.file)}`,
        series.interval === "1d" ? percent(computeRecentVolatility(real)) : "",
        series.interval === "1d" ? percent(symbol.yearlyVolatility) : "",
        (figures.deviation * BASIS_POINTS).toPrecision(3),
        (simulatedBar * BASIS_POINTS).toPrecision(3),
      ],
    ];
  });
  return formatMarkdownTable(["symbol", "series", "a year", "simulated", "bp a bar", "simulated"], rows);
}

/** A correlation of two symbols; `real` is `null` where it is an assumption. */
interface ComparedCorrelation {
  readonly symbols: readonly [string, string];
  readonly recorded: number;
  readonly real: { readonly correlation: number; readonly count: number; readonly files: readonly string[] } | null;
  readonly simulated: number;
}

/** How the symbols of a market move together, in the real series and here. */
function formatCorrelationTable(compared: readonly ComparedCorrelation[]): string {
  const rows = compared.map(({ symbols, recorded, real, simulated }) => [
    symbols.join(", "),
    real === null ? "assumed" : `${real.files.map(formatSeriesName).join(", ")} (${real.count})`,
    (real?.correlation ?? recorded).toFixed(2),
    simulated.toFixed(2),
  ]);
  return formatMarkdownTable(["symbols", "series (days)", "correlation", "simulated"], rows);
}

function formatBeside(real: number, { median, low, high }: SimulatedFigure, print: (value: number) => string): string {
  return `${print(real)} / ${print(median)} (${print(low)} to ${print(high)})`;
}

function formatSeriesName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.csv$/, "");
}

function formatMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const DONE = 0;
const REFUSED = 1;
const INVALID_ARGUMENTS = 2;

const optionTypes = {
  data: { type: "string" },
  model: { type: "string", multiple: true },
  runs: { type: "string" },
  search: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
const DEFAULT_RUNS = 20;
const MOST_RUNS = 1_000;
const MOST_CANDIDATES = 100_000;

const FIT_MARKET_HELP = `Usage: npm run --silent wazi -- fit-market --data DIR [--model NAME …] [--runs ${DEFAULT_RUNS}] [--search CANDIDATES]

Compares the simulated markets with real series, and can fit the models again. Prints the figures of docs/reference/figures.

  --data    the folder of real series; real-series.ts lists the file names
  --model   only this model, without the correlations (${modelNames.join(", ")}); can be repeated
  --runs    simulated runs for each series; default ${DEFAULT_RUNS}
  --search  first searches this many candidates for the nearest model; 100 take some minutes a model

Exit codes: 0 when it ran, 1 when a series is missing, 2 when the arguments are invalid.`;

interface FitRequest {
  readonly folder: string;
  readonly models: readonly ModelName[];
  readonly runs: number;
  readonly candidates: number;
}

/** Runs the fit-market command and returns its exit code. */
export function runFitMarketCommand(args: readonly string[], output: CommandOutput): number {
  try {
    const request = readArguments(args);
    if (request !== "help") return run(request, output);
    output.out(FIT_MARKET_HELP);
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return INVALID_ARGUMENTS;
  }
}

function run({ folder, models: wanted, runs, candidates }: FitRequest, { out, err }: CommandOutput): number {
  const series = realSeries.filter(({ model }) => wanted.includes(model));
  const pairs = wanted.length === modelNames.length ? recordedCorrelations.flatMap(({ files = [] }) => files) : [];
  const needed = new Set([...series.map(({ file }) => file), ...pairs]);
  const missing = [...needed].filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) {
    err(`${folder} has no ${missing.join(", ")}. Set --data to the folder of real series.`);
    return REFUSED;
  }
  const measured = series.map((each) => {
    const real = readReturns(readFileSync(join(folder, each.file), "utf8"), each);
    return { series: each, real, figures: measureReturns(real.returns) };
  });
  const models = { ...marketModels };
  for (const name of candidates > 0 ? wanted : []) {
    const targets = targetsOf(measured.filter(({ series: { model } }) => model === name));
    const { model, distance } = searchModel(targets, marketModels[name], candidates, (_, nearer, candidate) => {
      err(`${name}: candidate ${candidate} has distance ${nearer.toFixed(3)}`);
    });
    models[name] = model;
    err(`${name}: the nearest model has distance ${distance.toFixed(3)}`);
  }
  const compared = measured.map(({ series: each, real, figures }): SeriesComparison => {
    return {
      series: each,
      real,
      figures,
      simulated: simulateComparison(figures, each.interval, models[each.model], runs),
    };
  });
  out([formatModelTable(wanted, models), formatComparisonTable(compared), formatSymbolTable(compared)].join("\n\n"));
  if (wanted.length === modelNames.length) out(`\n${formatCorrelationTable(compareCorrelations(folder))}`);
  return DONE;
}

function compareCorrelations(folder: string): ComparedCorrelation[] {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  return recordedCorrelations.map(({ symbols, correlation, files }) => ({
    symbols,
    recorded: correlation,
    real: files === undefined ? null : { ...correlateDailySeries(read(files[0]), read(files[1])), files },
    simulated: correlateWalks(walkHours(symbols[0]), walkHours(symbols[1])),
  }));
}

function targetsOf(
  measured: readonly { series: RealSeries; figures: ReturnType<typeof measureReturns> }[],
): FitTarget[] {
  return (Object.keys(intervalMs) as Interval[]).flatMap((interval) => {
    const fitted = measured.filter(({ series }) => series.interval === interval && series.isComparedOnly !== true);
    return fitted.length > 0
      ? [
          computeTarget(
            interval,
            fitted.map(({ figures }) => figures),
          ),
        ]
      : [];
  });
}

function readArguments(args: readonly string[]): FitRequest | "help" {
  const values = readOptions(args, optionTypes);
  if (values.help === true) return "help";
  if (values.data === undefined) throw new UsageError("--data DIR is missing.");
  const named = values.model ?? [];
  for (const name of named) {
    if (!modelNames.some((known) => known === name)) {
      throw new UsageError(`Unknown model "${name}". Available: ${modelNames.join(", ")}.`);
    }
  }
  return {
    folder: findFolder(values.data),
    models: named.length > 0 ? modelNames.filter((name) => named.includes(name)) : modelNames,
    runs: readCount("runs", values.runs, DEFAULT_RUNS, MOST_RUNS),
    candidates: readCount("search", values.search, 0, MOST_CANDIDATES),
  };
}

/** npm runs commands in the project folder; INIT_CWD is the folder of the caller. The path may be relative to either. */
function findFolder(folder: string): string {
  const folders = [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()].map((from) => resolve(from, folder));
  return folders.find((each) => existsSync(each)) ?? resolve(folder);
}
