import { findNearestName } from "./find-nearest-name.ts";
import { BARS_UNIT, FLAG_UNIT, type Parameters, type Strategy } from "./strategy.ts";

/**
 * Gives every parameter of the strategy: the given value or the default.
 * @throws RangeError with a message of one line for people: an unknown parameter, or a value out of its range
 */
export function resolveParameters(strategy: Strategy, given: Parameters = {}): Parameters {
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
