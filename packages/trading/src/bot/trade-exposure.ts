/** A trade below this fraction of the nav is not worth its fees. */
export const MIN_EXPOSURE = 0.01;
const EXPOSURE_STEPS = 10_000;

/**
 * The fraction of the nav to trade, with four places, so that the stop loses `riskPerTrade` of the nav before costs: the
 * risk divided by the distance of the stop, at most `maximumExposure`, rounded down. Strategies set stops by volatility: a
 * more distant stop gives a smaller trade, and a trade without a stop is as large as allowed. `null` when the result is below `MIN_EXPOSURE`.
 */
export function computeExposure(
  size: { readonly riskPerTrade: number; readonly maximumExposure: number },
  close: number,
  stopPrice: number | null,
): string | null {
  const stopDistance = stopPrice === null ? 0 : Math.abs(close - stopPrice) / close;
  const wanted = Math.min(size.riskPerTrade / stopDistance, size.maximumExposure);
  // Without the epsilon, a maximum such as 0.29 would lose its last place in binary floating point.
  const exposure = Math.floor(wanted * EXPOSURE_STEPS + 1e-6) / EXPOSURE_STEPS;
  return exposure < MIN_EXPOSURE ? null : exposure.toFixed(4);
}
