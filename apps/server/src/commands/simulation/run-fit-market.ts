import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type FitTarget,
  type Interval,
  intervalMs,
  marketModels,
  type ModelName,
  modelNames,
  measureReturns,
  readReturns,
  type RealSeries,
  realSeries,
  searchModel,
  simulateComparison,
  computeTarget,
} from "@wazi/trading";
import { UsageError } from "../backtest/read-arguments.ts";
import type { CommandOutput } from "../backtest/run-command.ts";
import { comparisonTable, modelTable, type SeriesComparison, symbolTable } from "./print-tables.ts";
import { readCount, readOptions } from "./read-options.ts";

const DONE = 0;
const REFUSED = 1;
const NOT_UNDERSTOOD = 2;

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

const FIT_MARKET_HELP = `Usage: npm run --silent fit-market -- --data DIR [--model NAME …] [--runs ${DEFAULT_RUNS}] [--search CANDIDATES]

Compares the simulated markets with real series, and fits them anew when asked to. Prints the tables of docs/simulated-market.md.

  --data    the folder of real series; its files are named by real-series.ts
  --model   only this model (${modelNames.join(", ")}); may be given several times
  --runs    simulated runs that each series is compared with; ${DEFAULT_RUNS}
  --search  first seeks the model that comes nearest among so many; about a hundred take some minutes a model

Exits with 0 when it ran, with 1 when a series is missing, with 2 when the call can't be understood.`;

interface FitRequest {
  readonly folder: string;
  readonly models: readonly ModelName[];
  readonly runs: number;
  readonly candidates: number;
}

/** The fit-market command; its exit code. */
export function runFitMarketCommand(args: readonly string[], output: CommandOutput): number {
  try {
    const request = readArguments(args);
    if (request !== "help") return run(request, output);
    output.out(FIT_MARKET_HELP);
    return DONE;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message} See --help.`);
    return NOT_UNDERSTOOD;
  }
}

function run({ folder, models: wanted, runs, candidates }: FitRequest, { out, err }: CommandOutput): number {
  const series = realSeries.filter(({ model }) => wanted.includes(model));
  const missing = series.filter(({ file }) => !existsSync(join(folder, file)));
  if (missing.length > 0) {
    err(
      `${folder}: there is no ${missing.map(({ file }) => file).join(", ")}. --data names the folder of real series.`,
    );
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
      err(`${name}: candidate ${candidate} is ${nearer.toFixed(3)} off`);
    });
    models[name] = model;
    err(`${name}: the nearest is ${distance.toFixed(3)} off`);
  }
  const compared = measured.map(({ series: each, real, figures }): SeriesComparison => {
    return {
      series: each,
      real,
      figures,
      simulated: simulateComparison(figures, each.interval, models[each.model], runs),
    };
  });
  out([modelTable(wanted, models), comparisonTable(compared), symbolTable(compared)].join("\n\n"));
  return DONE;
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
      throw new UsageError(`There is no model "${name}". There are: ${modelNames.join(", ")}.`);
    }
  }
  return {
    folder: findFolder(values.data),
    models: named.length > 0 ? modelNames.filter((name) => named.includes(name)) : modelNames,
    runs: readCount("runs", values.runs, DEFAULT_RUNS, MOST_RUNS),
    candidates: readCount("search", values.search, 0, MOST_CANDIDATES),
  };
}

/** npm starts commands in the project's folder and keeps in INIT_CWD where it was called: a path may be meant from either. */
function findFolder(folder: string): string {
  const folders = [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()].map((from) => resolve(from, folder));
  return folders.find((each) => existsSync(each)) ?? resolve(folder);
}
