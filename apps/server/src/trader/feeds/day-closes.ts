import { DAY_MS } from "@wazi/contracts";
import { type DayClose, monthSymbols, simulateDays } from "@wazi/trading";

/** The row of `feed_state` with the days before the simulated feed's own bars. */
export const SIMULATED_DAYS = "simulated-days";

/** By symbol: the first day, epoch ms, and the close of each day from then on. */
type SavedDays = Readonly<Record<string, { readonly from: number; readonly closes: readonly number[] }>>;

/** The first of a symbol's own bars, epoch ms, and its opening price. */
export interface FirstBar {
  readonly symbol: string;
  readonly time: number;
  readonly open: number;
}

/** The days of symbols before their first bars, which go on at the last of these days. */
export function startDays(firstBars: readonly FirstBar[], seed: string): SavedDays {
  return Object.fromEntries(
    firstBars.map(({ symbol, time, open }) => {
      const days = simulateDays(symbol, seed, time, open);
      return [symbol, { from: days[0]?.time ?? time, closes: days.map(({ close }) => close) }];
    }),
  );
}

/** The symbols of bots that decide by months without stored days: they are new, or a version stored them without. */
export function listWithoutDays(stored: unknown, symbols: readonly string[]): string[] {
  return symbols.filter((symbol) => monthSymbols.has(symbol) && restoreDays(stored, [symbol]).length === 0);
}

/** The stored days of these symbols, oldest first; none of damaged ones. */
export function restoreDays(stored: unknown, symbols: readonly string[]): DayClose[] {
  if (typeof stored !== "object" || stored === null) return [];
  const days = symbols.flatMap((symbol) => {
    const saved = (stored as Record<string, unknown>)[symbol];
    return isSavedDays(saved)
      ? saved.closes.map((close, day) => ({ symbol, time: saved.from + day * DAY_MS, close }))
      : [];
  });
  return days.sort((one, other) => one.time - other.time);
}

function isSavedDays(saved: unknown): saved is SavedDays[string] {
  if (typeof saved !== "object" || saved === null) return false;
  const { from, closes } = saved as Record<string, unknown>;
  return (
    Number.isSafeInteger(from) && Array.isArray(closes) && closes.every((close) => Number.isFinite(close) && close > 0)
  );
}
