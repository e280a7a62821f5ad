import { findNearestName, resolveParameters } from "../strategies/resolve-parameters.ts";
import type { Parameters, Strategy } from "../strategies/strategy.ts";

/** More sets than this are a mistake in the text, or would take days. */
export const MAX_SWEEP_SETS = 1_000_000;
/** A step may miss the end of its range by this share of a step, because decimals are not exact. */
const STEP_TOLERANCE = 1e-9;

/** The values that a sweep tries for each parameter, and how many sets that makes. */
export interface ParameterGrid {
  readonly names: readonly string[];
  readonly values: readonly (readonly number[])[];
  readonly sets: number;
}

/**
 * Reads the values of a sweep from a text such as `fast=5:50:5,slow=20:200:20`: for each parameter its first value, its last
 * and the step. A parameter with one value is `name=value`.
 * @throws RangeError with a message of one line for people
 */
export function parseParameterGrid(text: string, strategy: Strategy): ParameterGrid {
  const names: string[] = [];
  const values: number[][] = [];
  for (const part of text.split(",")) {
    const [, name = "", range = ""] = /^\s*([^=\s]+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    if (name === "") {
      throw new RangeError(`"${part}" must have the form name=first:last:step, such as fast=5:50:5.`);
    }
    if (names.includes(name)) throw new RangeError(`The parameter ${name} is given twice.`);
    checkName(name, strategy);
    names.push(name);
    values.push(parseRange(name, range));
  }
  const sets = values.reduce((count, each) => count * each.length, 1);
  if (sets > MAX_SWEEP_SETS) {
    throw new RangeError(
      `The sweep has ${sets} sets of parameters, and the most is ${MAX_SWEEP_SETS}. Use larger steps.`,
    );
  }
  const grid = { names, values, sets };
  // Parameters do not depend on each other, so each value is checked once and not each set.
  values.forEach((each, place) => {
    for (const value of each) resolveParameters(strategy, { [names[place] ?? ""]: value });
  });
  return grid;
}

/** The swept parameters of a set, by its number from 0; the last parameter changes first. */
export function gridParameters({ names, values }: ParameterGrid, set: number): Parameters {
  const parameters: Record<string, number> = {};
  let rest = set;
  for (let place = names.length - 1; place >= 0; place -= 1) {
    const choices = values[place] ?? [];
    parameters[names[place] ?? ""] = choices[rest % choices.length] ?? NaN;
    rest = Math.floor(rest / choices.length);
  }
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? NaN]));
}

function checkName(name: string, strategy: Strategy): void {
  const known = Object.keys(strategy.parameters);
  if (known.includes(name)) return;
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const all = known.length === 0 ? "It has no parameters." : `Parameters: ${known.join(", ")}.`;
  throw new RangeError(`${strategy.name} has no parameter "${name}".${hint} ${all}`);
}

function parseRange(name: string, text: string): number[] {
  const numbers = text
    .split(":")
    .map((each) => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(each.trim()) ? Number(each) : NaN));
  const [first = NaN, last = first, step = NaN] = numbers;
  const isRange = numbers.length === 3 && step > 0 && last >= first;
  if (numbers.some(Number.isNaN) || !(numbers.length === 1 || isRange)) {
    throw new RangeError(
      `The range "${text}" of ${name} must be first:last:step with first up to last and a step above 0, or one number.`,
    );
  }
  if (numbers.length === 1) return [first];
  const steps = Math.floor((last - first) / step + STEP_TOLERANCE);
  if (steps >= MAX_SWEEP_SETS)
    throw new RangeError(`The range "${text}" of ${name} has too many values. Use a larger step.`);
  // Rounded to the places that a person writes: 0.1 + 2 × 0.1 is 0.3.
  return Array.from({ length: steps + 1 }, (_, index) => Number((first + index * step).toPrecision(12)));
}
