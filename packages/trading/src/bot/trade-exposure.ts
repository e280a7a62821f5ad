/** Below this fraction of the nav a trade is not worth its fees. */
export const MIN_EXPOSURE = 0.01;
const EXPOSURE_STEPS = 10_000;

/**
 * The fraction of the nav to trade, four places, so that being stopped loses `riskPerTrade` of it (before costs): risk
 * over the stop's distance, at most `maximumExposure`, rounded down. The further the stop, which strategies put by
 * volatility, the smaller the trade. `null` when it would be below `LEAST_EXPOSURE`.
 */
export function computeExposure(
  size: { readonly riskPerTrade: number; readonly maximumExposure: number },
  close: number,
  stopPrice: number,
): string | null {
  const stopDistance = Math.abs(close - stopPrice) / close;
  const wanted = Math.min(size.riskPerTrade / stopDistance, size.maximumExposure);
  // The epsilon keeps a maximum such as 0.29 from losing its last place to binary floating point.
  const exposure = Math.floor(wanted * EXPOSURE_STEPS + 1e-6) / EXPOSURE_STEPS;
  return exposure < MIN_EXPOSURE ? null : exposure.toFixed(4);
}
