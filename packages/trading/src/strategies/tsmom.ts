import { RollingWindow } from "../indicators/rolling-window.ts";
import { buildRule, declareBarCount, readParameter, RuleMemory, type Strategy } from "./strategy.ts";

/**
 * Time-series momentum, both ways: at the first bar after warm-up and every `hold` bars from there, the return over `period` bars above 0: long
 * unless long; below 0: short unless short.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time Series Momentum, Journal of Financial Economics 104 (2012): twelve months' return,
 * held a month; without their scaling by volatility.
 */
export const tsmom: Strategy = {
  name: "tsmom",
  description: "Every hold bars: return over the period above 0: long; below 0: short.",
  parameters: { period: declareBarCount(252), hold: declareBarCount(21) },

  createRule(parameters) {
    const period = readParameter(parameters, "period");
    const hold = readParameter(parameters, "hold");
    const closes = new RollingWindow(period + 1);
    // The number of bars since the first bar after warm-up, that one included.
    const decided = new RuleMemory({ bars: -period - 1 });
    return buildRule(
      { closes, decided },
      {
        warmUp: period,
        advance({ close }, bar) {
          closes.push(close[bar] as number);
          decided.fields.bars += 1;
        },
        decide(_columns, _bar, orders) {
          const { bars } = decided.fields;
          if (bars < 1 || (bars - 1) % hold !== 0) return;
          const change = closes.at(0) / closes.at(period) - 1;
          if (change > 0 && orders.position <= 0) orders.enter(1);
          else if (change < 0 && orders.position >= 0) orders.enter(-1);
        },
      },
    );
  },
};
