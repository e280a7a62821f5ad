import { BARS_UNIT, FLAG_UNIT, type Parameters, type Strategy } from "./strategy.ts";

/** A known name that needs more edits per letter than this was probably not meant. */
const MAX_EDIT_SHARE = 0.6;

/** The known name with the fewest edits to the given one, ignoring case; undefined when none is near. */
export function findNearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of known) {
    const edits = computeEditDistance(given.toLowerCase(), name.toLowerCase());
    if (edits < fewest && edits <= Math.ceil(MAX_EDIT_SHARE * name.length)) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

/** The number of letters to insert, remove or replace to turn one word into the other (V. Levenshtein, 1966). */
function computeEditDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * Gives every parameter of the strategy: the given value or the default.
 * @throws RangeError with a message of one line for people: an unknown parameter, or a value out of its range
 */
export function resolveParameters(strategy: Pick<Strategy, "name" | "parameters">, given: Parameters = {}): Parameters {
  const known = Object.keys(strategy.parameters);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(strategy.parameters, name)) continue;
    const nearest = findNearestName(name, known);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    const all = known.length === 0 ? "It has no parameters." : `Parameters: ${known.join(", ")}.`;
    throw new RangeError(`${strategy.name} has no parameter "${name}".${hint} ${all}`);
  }
  const entries = Object.entries(strategy.parameters).map(([name, declared]): [string, number] => {
    const { minimum, maximum, unit } = declared;
    const value = given[name] ?? declared.default;
    const isWhole = unit === BARS_UNIT || unit === FLAG_UNIT;
    if (!(value >= minimum && value <= maximum) || (isWhole && !Number.isInteger(value))) {
      const kind = isWhole ? "a whole number from" : "a number from";
      throw new RangeError(
        `The parameter ${name} of ${strategy.name} is ${value}. It must be ${kind} ${minimum} to ${maximum} (${unit}).`,
      );
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}
