import type { Candle } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";
import type { AllocationStrategy } from "./allocation-strategy.ts";
import type { Strategy } from "./strategy.ts";

interface SeriesData {
  readonly candles: readonly Candle[];
  readonly dividends?: readonly Dividend[];
}

/**
 * Why a strategy cannot be judged on a series: it lacks the data that the rule needs (`Strategy.needs`). A record on such a
 * series would be that of another rule. `null` when nothing is missing.
 */
export function findMissingData(
  { needs }: Pick<Strategy | AllocationStrategy, "needs">,
  { candles, dividends = [] }: SeriesData,
): string | null {
  if (needs === "dividends" && !hasDividends(candles, dividends)) {
    return "The rule needs declared dividends, and the series has none.";
  }
  if (needs === "volume" && !candles.some(({ volume }) => volume > 0)) {
    return "The rule needs volume, and the series has none.";
  }
  return null;
}

function hasDividends(candles: readonly Candle[], dividends: readonly Dividend[]): boolean {
  const [first, last] = [candles[0]?.time ?? NaN, candles.at(-1)?.time ?? NaN];
  return dividends.some(({ exTime }) => exTime > first && exTime <= last);
}
