import { describe, expect, it } from "vitest";
import { findNearestName, resolveParameters } from "./resolve-parameters.ts";
import { strategies } from "./strategy-list.ts";

const named = (name: string) => strategies.find((strategy) => strategy.name === name)!;

describe("resolveParameters", () => {
  it("fills in the defaults", () => {
    expect(resolveParameters(named("donchian"), { exit: 5 })).toEqual({ entry: 20, exit: 5 });
  });

  it.each([
    ["donchian", { entri: 5 }, 'donchian has no parameter "entri". Did you mean entry? Parameters: entry, exit.'],
    ["donchian", { quantity: 5 }, 'donchian has no parameter "quantity". Parameters: entry, exit.'],
    ["rsi2-swing", { toString: 5 }, 'rsi2-swing has no parameter "toString". It has no parameters.'],
    [
      "donchian",
      { entry: 0 },
      "The parameter entry of donchian is 0. It must be a whole number from 1 to 10000 (bars).",
    ],
    [
      "donchian",
      { entry: 2.5 },
      "The parameter entry of donchian is 2.5. It must be a whole number from 1 to 10000 (bars).",
    ],
    [
      "rsi-reversion",
      { low: NaN },
      "The parameter low of rsi-reversion is NaN. It must be a number from 0 to 100 (RSI points).",
    ],
  ])("rejects invalid parameters of %s: %j", (name, given, message) => {
    expect(() => resolveParameters(named(name), given as unknown as Record<string, number>)).toThrow(
      new RangeError(message),
    );
  });
});

describe("findNearestName", () => {
  const names = strategies.map(({ name }) => name);

  it.each([
    ["donchain", "donchian"],
    ["SMA-Cross", "sma-cross"],
    ["smacross", "sma-cross"],
    ["bolinger-fad", "bollinger-fade"],
    ["rsi2", "rsi2-swing"],
  ])("corrects %s to %s", (given, nearest) => {
    expect(findNearestName(given, names)).toBe(nearest);
  });

  it("gives no name when none is near", () => {
    expect(findNearestName("martingale-of-doom", names)).toBeUndefined();
  });
});
