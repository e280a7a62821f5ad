import { readParameter } from "../../strategies/strategy.ts";
import { declareBarCount, type BacktestStrategy } from "../backtest-strategy.ts";

/**
 * Time-series momentum, both ways: at the first bar after warm-up and every `hold` bars from there, the return over `period` bars above 0: long
 * unless long; below 0: short unless short.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012): twelve months' return,
 * held a month; without their scaling by volatility.
 */
export const tsmom: BacktestStrategy = {
  name: "tsmom",
  description: "Every hold bars: return over the period above 0: long; below 0: short.",
  parameters: { period: declareBarCount(252), hold: declareBarCount(21) },

  createRule({ close }, parameters) {
    const period = readParameter(parameters, "period");
    const hold = readParameter(parameters, "hold");
    const warmUp = period;
    return {
      warmUp,
      advance() {
        // The two closes that it compares are read where they lie.
      },
      decide(bar, orders) {
        if ((bar - warmUp - 1) % hold !== 0) return;
        const change = (close[bar] as number) / (close[bar - period] as number) - 1;
        if (change > 0 && orders.position <= 0) orders.enter(1);
        else if (change < 0 && orders.position >= 0) orders.enter(-1);
      },
    };
  },
};
