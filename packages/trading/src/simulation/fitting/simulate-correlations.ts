import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/domain";
import { copyWalk, moveWalk, startWalk } from "../price-walk.ts";
import { getSimulatedSymbol } from "../simulated-symbols.ts";
import { computeCorrelation } from "./measure-correlation.ts";
import { findQuantile } from "./measure-returns.ts";

/** The median of several walks, because one large jump decides the correlation of a whole walk. */
const SEEDS = ["one", "two", "three", "four", "five"] as const;
const DAYS = 40;
const START = Date.UTC(2026, 0, 5);

/** The hourly returns of a symbol in each of the walks. */
export type WalkedHours = readonly (readonly number[])[];

/** Walks a symbol by minutes. Dividends are left out, because they are not moves of the market. */
export function walkHours(symbol: string): WalkedHours {
  const definition = getSimulatedSymbol(symbol);
  return SEEDS.map((seed) => {
    const walk = { ...copyWalk(startWalk(symbol, seed, START)), dividend: null };
    return Array.from({ length: DAYS * (DAY_MS / HOUR_MS) }, () => {
      const before = walk.price;
      for (let minute = 0; minute < HOUR_MS / MINUTE_MS; minute += 1) moveWalk(walk, definition, "minute");
      return walk.price / before - 1;
    });
  });
}

/** The median correlation of two symbols over the walks of the same seeds. */
export function correlateWalks(one: WalkedHours, other: WalkedHours): number {
  return findQuantile(
    one.map((hours, walk) => computeCorrelation(hours, other[walk] ?? [])),
    0.5,
  );
}
