import { DAY_MS } from "@wazi/contracts";
import { type DayClose, fundSymbols, simulateDays } from "@wazi/trading";

/** The row of `feed_state` with the days before the simulated feed's own bars. */
export const SIMULATED_DAYS = "simulated-days";

/** By symbol: the first day, epoch ms, and the close of each day from then on. */
type SavedDays = Readonly<Record<string, { readonly from: number; readonly closes: readonly number[] }>>;

/** The days of the funds among the symbols, for bots that decide by months, up to the start of their histories. */
export function startDays(symbols: readonly string[], seed: string, historyStart: number): SavedDays {
  const funds = symbols.filter((symbol) => fundSymbols.includes(symbol));
  return Object.fromEntries(
    funds.map((symbol) => {
      const days = simulateDays(symbol, seed, historyStart);
      return [symbol, { from: days[0]?.time ?? historyStart, closes: days.map(({ close }) => close) }];
    }),
  );
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
