import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/domain";
import { copyWalk, moveWalk, startWalk } from "../price-walk.ts";
import { getSimulatedSymbol } from "../simulated-symbols.ts";
import { findQuantile } from "./measure-returns.ts";
import { intervalMs } from "../../candle.ts";
import { readBarRows } from "../../replay/read-bar-rows.ts";

/** Weekends and holidays can lie between two days that both series have. After a longer time, no return is taken. */
const MAX_GAP_MS = 6 * intervalMs["1d"];
/** A larger return is a split or a price that went through 0. */
const MAX_RETURN = 0.45;

/** Pearson's correlation of two lists of equal length, −1 to 1; NaN when one of them is constant. */
export function computeCorrelation(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) throw new RangeError(`${one.length} values cannot be compared with ${other.length}`);
  const [oneMean, otherMean] = [computeMean(one), computeMean(other)];
  let [together, oneSquares, otherSquares] = [0, 0, 0];
  one.forEach((value, index) => {
    const [x, y] = [value - oneMean, (other[index] ?? 0) - otherMean];
    together += x * y;
    oneSquares += x * x;
    otherSquares += y * y;
  });
  return together / Math.sqrt(oneSquares * otherSquares);
}

/**
 * The correlation of the daily returns of two CSV files of bars, over the days that both have.
 * @returns the correlation and the number of common returns
 */
export function correlateDailySeries(oneCsv: string, otherCsv: string): { correlation: number; count: number } {
  const [one, other] = [readCloses(oneCsv), readCloses(otherCsv)];
  const days = [...one.keys()].filter((day) => other.has(day)).sort((a, b) => a - b);
  const returns: [number[], number[]] = [[], []];
  days.slice(1).forEach((day, index) => {
    const before = days[index] ?? day;
    if (day - before > MAX_GAP_MS) return;
    const pair = [one, other].map((closes) => (closes.get(day) ?? 0) / (closes.get(before) ?? 0) - 1);
    if (pair.some((change) => Math.abs(change) >= MAX_RETURN)) return;
    pair.forEach((change, index_) => returns[index_]?.push(change));
  });
  return { correlation: computeCorrelation(...returns), count: returns[0].length };
}

/** The closes by the start of their day (epoch ms). */
function readCloses(csv: string): Map<number, number> {
  const closes = new Map<number, number>();
  for (const row of readBarRows(csv, (price, cell) => (price > 0 ? price : { reason: `${cell} is not above 0` }))) {
    if (row.reason === undefined) closes.set(row.candle.time - (row.candle.time % intervalMs["1d"]), row.candle.close);
  }
  return closes;
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

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
