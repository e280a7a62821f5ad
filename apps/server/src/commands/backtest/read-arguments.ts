import { parseArgs } from "node:util";
import {
  type BacktestSettings,
  type LoadOptions,
  findNearestName,
  type Parameters,
  resolveParameters,
  strategies,
  type Strategy,
} from "@wazi/trading";

const optionTypes = {
  strategy: { type: "string" },
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
/** A fraction, not per cent. */
const HIGHEST_RATE = 0.99;

/** The parsed command line. */
export interface BacktestRequest {
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  readonly dataFile: string;
  readonly settings: BacktestSettings;
  readonly loading: LoadOptions;
  readonly asJson: boolean;
  /** False prints a note that the result has no commission. */
  readonly hasCommission: boolean;
}

/** Invalid arguments. The message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function readArguments(args: readonly string[]): BacktestRequest | "help" {
  const { values, tokens } = parseArgs({ args: [...args], options: optionTypes, strict: false, tokens: true });
  if (values.help === true) return "help";
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`Unexpected argument "${token.value}".`);
    if (token.kind === "option") assertOption(token.name, token.rawName, token.value);
  }
  const text = (name: "data" | "cash" | "commission" | "spread" | "fractional-unit" | "strategy") => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const strategy = findStrategy(text("strategy"));
  const given = (values.param ?? []).filter((each) => typeof each === "string");
  const dataFile = text("data");
  if (dataFile === undefined) throw new UsageError("--data FILE.csv is missing.");
  return {
    strategy,
    parameters: readParameters(strategy, given),
    dataFile,
    settings: {
      cash: readNumber("cash", text("cash"), DEFAULT_CASH, Number.MIN_VALUE, 1e15),
      commission: readNumber("commission", text("commission"), 0, 0, HIGHEST_RATE),
      spread: readNumber("spread", text("spread"), 0, 0, HIGHEST_RATE),
      fractionalUnit: readNumber("fractional-unit", text("fractional-unit"), 1, 1e-12, 1),
      finalizeTrades: values.finalize === true,
    },
    loading: { lenient: values.lenient === true, allowNegative: values["allow-negative"] === true },
    asJson: values.json === true,
    hasCommission: text("commission") !== undefined,
  };
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
  try {
    return resolveParameters(strategy, parameters);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
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
