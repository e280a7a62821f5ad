import { parseArgs } from "node:util";
import {
  type BacktestSettings,
  type LoadOptions,
  findNearestName,
  type Parameters,
  resolveParameters,
  strategies,
  type Strategy,
  botCatalogue,
  type BotDefinition,
  type ParameterGrid,
  parseParameterGrid,
  type SweepFigure,
  sweepFigures,
} from "@wazi/trading";

const optionTypes = {
  strategy: { type: "string" },
  bot: { type: "string" },
  sweep: { type: "string" },
  metric: { type: "string" },
  param: { type: "string", multiple: true },
  data: { type: "string" },
  cash: { type: "string" },
  commission: { type: "string" },
  spread: { type: "string" },
  "fractional-unit": { type: "string" },
  finalize: { type: "boolean" },
  json: { type: "boolean" },
  lenient: { type: "boolean" },
  "allow-negative": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const DEFAULT_CASH = 10_000;
const DEFAULT_METRIC: SweepFigure = "sharpe";
/** A fraction, not per cent. */
const HIGHEST_RATE = 0.99;

/** A strategy on one file, in the cash account. */
export interface BacktestRequest {
  readonly kind: "strategy";
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  readonly dataPath: string;
  readonly settings: BacktestSettings;
  readonly loading: LoadOptions;
  readonly asJson: boolean;
  /** False prints a note that the result has no commission. */
  readonly hasCommission: boolean;
}

/** Many sets of parameters on one file or on all files of a folder. `parameters` are those that the grid does not change. */
export interface SweepRequest extends Omit<BacktestRequest, "kind"> {
  readonly kind: "sweep";
  readonly grid: ParameterGrid;
  /** The figure by which results are sorted. */
  readonly metric: SweepFigure;
}

/** A bot of the catalogue on the series of a replay folder, in its pool. */
export interface BotRequest {
  readonly kind: "bot";
  readonly bot: BotDefinition;
  readonly dataPath: string;
  readonly asJson: boolean;
}

/** Invalid arguments. The message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type OptionName = keyof typeof optionTypes;
type Values = Readonly<Partial<Record<OptionName, unknown>>>;

/** The options that a bot does not take: its rule, its parameters and its costs are those of the catalogue. */
const strategyOptions: readonly OptionName[] = [
  "strategy",
  "param",
  "cash",
  "commission",
  "spread",
  "fractional-unit",
  "finalize",
  "lenient",
  "allow-negative",
];

/** @throws UsageError for invalid arguments */
export function readArguments(args: readonly string[]): BacktestRequest | SweepRequest | BotRequest | "help" {
  const { values, tokens } = parseArgs({ args: [...args], options: optionTypes, strict: false, tokens: true });
  if (values.help === true) return "help";
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`Unexpected argument "${token.value}".`);
    if (token.kind === "option") assertOption(token.name, token.rawName, token.value);
  }
  if (values.metric !== undefined && values.sweep === undefined) throw new UsageError("--metric needs --sweep.");
  if (values.bot !== undefined) return readBotRequest(values);
  const request = readStrategyRequest(values);
  const sweep = readText(values, "sweep");
  return sweep === undefined ? request : readSweepRequest(request, values, sweep);
}

function readText(values: Values, name: OptionName): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

function readDataPath(values: Values, what: string): string {
  const dataPath = readText(values, "data");
  if (dataPath === undefined) throw new UsageError(`--data ${what} is missing.`);
  return dataPath;
}

function readBotRequest(values: Values): BotRequest {
  const refused = [...strategyOptions, "sweep" as const].find((name) => values[name] !== undefined);
  if (refused !== undefined) throw new UsageError(`--${refused} cannot be used with --bot.`);
  const name = readText(values, "bot") ?? "";
  const names = botCatalogue.map((bot) => bot.name);
  const bot = botCatalogue.find((each) => each.name === name);
  if (bot === undefined) {
    throw new UsageError(`Unknown bot "${name}".${formatHint("", name, names)} Available: ${names.join(", ")}.`);
  }
  return { kind: "bot", bot, dataPath: readDataPath(values, "FOLDER"), asJson: values.json === true };
}

function readStrategyRequest(values: Values): BacktestRequest {
  const strategy = findStrategy(readText(values, "strategy"));
  const given = (Array.isArray(values.param) ? values.param : []).filter((each) => typeof each === "string");
  return {
    kind: "strategy",
    strategy,
    parameters: readParameters(strategy, given),
    dataPath: readDataPath(values, "FILE.csv"),
    settings: {
      cash: readNumber("cash", readText(values, "cash"), DEFAULT_CASH, Number.MIN_VALUE, 1e15),
      commission: readNumber("commission", readText(values, "commission"), 0, 0, HIGHEST_RATE),
      spread: readNumber("spread", readText(values, "spread"), 0, 0, HIGHEST_RATE),
      fractionalUnit: readNumber("fractional-unit", readText(values, "fractional-unit"), 1, 1e-12, 1),
      finalizeTrades: values.finalize === true,
    },
    loading: { lenient: values.lenient === true, allowNegative: values["allow-negative"] === true },
    asJson: values.json === true,
    hasCommission: values.commission !== undefined,
  };
}

function readSweepRequest(request: BacktestRequest, values: Values, text: string): SweepRequest {
  const metric = readText(values, "metric") ?? DEFAULT_METRIC;
  const known = sweepFigures.find((each) => each === metric);
  if (known === undefined) {
    const hint = formatHint("", metric, sweepFigures);
    throw new UsageError(`Unknown metric "${metric}".${hint} Available: ${sweepFigures.join(", ")}.`);
  }
  const grid = explainRangeError("--sweep: ", () => parseParameterGrid(text, request.strategy));
  const given = values.param;
  const both = grid.names.find(
    (name) => Array.isArray(given) && given.some((each) => String(each).startsWith(`${name}=`)),
  );
  if (both !== undefined) throw new UsageError(`--param ${both} cannot be used, because --sweep changes ${both}.`);
  return { ...request, kind: "sweep", grid, metric: known };
}

/** Gives a mistake in the user's text as a usage error. */
function explainRangeError<Result>(prefix: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${prefix}${error.message}`) : error;
  }
}

function assertOption(name: string, rawName: string, value: string | undefined): void {
  if (!Object.hasOwn(optionTypes, name)) {
    throw new UsageError(`Unknown option ${rawName}.${formatHint("--", name, Object.keys(optionTypes))}`);
  }
  const { type } = optionTypes[name as keyof typeof optionTypes];
  if (type === "string" && (value === undefined || value === "")) throw new UsageError(`${rawName} needs a value.`);
  if (type === "boolean" && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
}

function findStrategy(name: string | undefined): Strategy {
  const names = strategies.map((each) => each.name);
  if (name === undefined) throw new UsageError(`--strategy is missing. Available: ${names.join(", ")}.`);
  const strategy = strategies.find((each) => each.name === name);
  if (strategy !== undefined) return strategy;
  throw new UsageError(`Unknown strategy "${name}".${formatHint("", name, names)} Available: ${names.join(", ")}.`);
}

function formatHint(prefix: string, name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  return nearest === undefined ? "" : ` Did you mean ${prefix}${nearest}?`;
}

/** Parses `name=number`; `true` and `false` count as 1 and 0. */
function readParameters(strategy: Strategy, given: readonly string[]): Parameters {
  const parameters: Record<string, number> = {};
  for (const each of given) {
    const [, name = "", text = ""] = /^([^=]+)=(.*)$/.exec(each) ?? [];
    if (name === "") throw new UsageError(`--param "${each}" must have the form name=number.`);
    if (Object.hasOwn(parameters, name)) throw new UsageError(`--param ${name} is given twice.`);
    const value = text === "true" ? 1 : text === "false" ? 0 : toNumber(text);
    if (Number.isNaN(value) && Object.hasOwn(strategy.parameters, name)) {
      throw new UsageError(`--param ${name}: "${text}" is not a number.`);
    }
    parameters[name] = value;
  }
  return explainRangeError("", () => resolveParameters(strategy, parameters));
}

function readNumber(name: string, text: string | undefined, absent: number, minimum: number, maximum: number): number {
  if (text === undefined) return absent;
  const value = toNumber(text);
  if (Number.isNaN(value)) throw new UsageError(`--${name}: "${text}" is not a number.`);
  if (value >= minimum && value <= maximum) return value;
  const range = minimum === Number.MIN_VALUE ? `above 0` : `from ${minimum} to ${maximum}`;
  throw new UsageError(`--${name} is ${text}, but must be ${range}.`);
}

function toNumber(text: string): number {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : NaN;
}
