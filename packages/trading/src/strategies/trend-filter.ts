import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { RunningVolatility } from "../indicators/running-volatility.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, readParameter } from "./strategy.ts";

/**
 * Trend filter, long only: buys on a close above the mean of the last `trend` closes by more than `band` per cent, and
 * leaves on a close below it by more than that. The stop is `stopDeviations` standard deviations of a bar's return away, so
 * that the size, risk divided by the distance of the stop, targets a volatility: half the size when the market moves twice
 * as much.
 * Source: M. Faber, A Quantitative Approach to Tactical Asset Allocation, Journal of Wealth Management 9 (2007), with daily
 * closes and 200 days in place of ten months; the size as in A. Moreira, T. Muir, Volatility-Managed Portfolios, Journal of
 * Finance 72 (2017), with the exponential volatility of RiskMetrics (1996), but set at entry only, because each change
 * of size costs a round trip.
 */
export const trendFilter: BotStrategy = {
  name: "trend-filter",
  family: "Trend-Filter",
  description:
    "Holds while the price is above its long average, and stays out below it. Smaller in restless markets; a distant stop by volatility.",
  parameters: {
    trend: { default: 200, minimum: 2, maximum: 1_000, unit: "bars" },
    band: { default: 1, minimum: 0, maximum: 20, unit: "% of the average" },
    volatility: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    stopDeviations: { default: 8, minimum: 0.5, maximum: 50, unit: "standard deviations of a bar" },
  },

  createRule(parameters, indicator = createIndicator) {
    const trend = readParameter(parameters, "trend");
    const band = readParameter(parameters, "band") / 100;
    const volatilityPeriod = readParameter(parameters, "volatility");
    const stopDeviations = readParameter(parameters, "stopDeviations");
    const average = indicator(RunningMean, ["close"], trend);
    const volatility = indicator(RunningVolatility, ["close"], volatilityPeriod);
    return buildRule(
      { average, volatility },
      {
        warmUp: Math.max(trend - 1, volatilityPeriod),
        advance(bars, bar) {
          const close = bars.close[bar] as number;
          average.push(close);
          volatility.push(close);
        },
        decide(bars, bar, orders) {
          const close = bars.close[bar] as number;
          if (orders.position > 0) {
            if (close < average.value * (1 - band)) orders.exit();
          } else if (close > average.value * (1 + band)) {
            enterWithBracket(orders, 1, close, stopDeviations * volatility.value * close);
          }
        },
      },
    );
  },
};
