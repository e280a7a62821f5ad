import { HOUR_MS } from "@wazi/domain";
import type { BarColumns } from "../bar-columns.ts";
import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator, type CreateIndicator, type Readings } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import {
  type BotStrategy,
  buildRule,
  type Orders,
  type Parameters,
  readParameter,
  type Rule,
  type RuleContext,
  RuleMemory,
} from "./strategy.ts";

/** Entries are at least this many bars before the ex-date. With daily bars, a weekend could make a later entry miss it. */
const MIN_LEAD_BARS = 3;

// A type, because an interface does not count as JSON.
type CaptureMemory = {
  /** The close before the current bar, and the last announced ex-date (epoch ms) at that time. */
  readonly close: number | null;
  readonly nextExTime: number | null;
  /** The last ex-date that has passed, and the close before it. */
  readonly gone: { readonly exTime: number; readonly closeBefore: number } | null;
  /** True after the feed has declared a dividend of this symbol. */
  readonly isPayer: boolean;
  /** The ex-date of the last purchase, and whether it became a trade. Each ex-date gets one purchase. */
  readonly aim: { readonly exTime: number; readonly isHeld: boolean } | null;
};

/**
 * Dividend capture, long only. Flat: buys once per ex-date when it is within `lead` hours, the close is above its average of
 * `trend` bars, and the dividend is worth at least the costs of `costMultiple` round trips. The stop is `stopAtr` average true
 * ranges away, times the square root of the most bars that the trade can last, because ranges grow like this with time. After
 * the ex-date: closes when the close is back at the last close before it (the price has recovered), or after `hold` hours.
 *
 * When the feed has declared no dividend of the symbol, only the trend filter remains: it buys on a close above the average
 * by `trendBand` average true ranges, with the stop for `trendHold` bars, and closes on a close below the average.
 *
 * Source: E. Elton, M. Gruber, Marginal Stockholder Tax Rates and the Clientele Effect, The Review of Economics and
 * Statistics 52 (1970), who found that shares fell by less than the dividend on the ex-date; the trend filter, the stop and the
 * times are ours. On a price that falls by exactly the dividend it earns nothing but its costs.
 */
export const dividendCapture: BotStrategy = {
  name: "dividend-capture",
  family: "Dividend-Capture",
  needs: "dividends",
  description:
    "Buys a share before a declared ex-date while the price is above its long average, and holds it over the ex-date for the dividend. Closes when the price has recovered or after two days; a wide stop by volatility. Without declared dividends it follows only the long average.",
  parameters: {
    lead: { default: 168, minimum: 1, maximum: 2_160, unit: "hours" },
    hold: { default: 48, minimum: 0, maximum: 2_160, unit: "hours" },
    trend: { default: 200, minimum: 2, maximum: 500, unit: "bars" },
    trendBand: { default: 1, minimum: 0, maximum: 20, unit: "average true ranges" },
    trendHold: { default: 20, minimum: 1, maximum: 500, unit: "bars" },
    atr: { default: 100, minimum: 2, maximum: 500, unit: "bars" },
    stopAtr: { default: 1.5, minimum: 0.1, maximum: 20, unit: "average true ranges per root of bars held" },
    costMultiple: { default: 2, minimum: 0, maximum: 50, unit: "round-trip costs" },
  },

  createRule: (parameters, indicator = createIndicator) => new CaptureRule(parameters, indicator).build(),
};

class CaptureRule {
  private readonly trend: Readings<RunningMean>;
  private readonly range: Readings<AverageTrueRange>;
  private readonly memory = new RuleMemory<CaptureMemory>({
    close: null,
    nextExTime: null,
    gone: null,
    isPayer: false,
    aim: null,
  });

  constructor(
    private readonly parameters: Parameters,
    indicator: CreateIndicator,
  ) {
    this.trend = indicator(RunningMean, ["close"], readParameter(parameters, "trend"));
    this.range = indicator(AverageTrueRange, ["high", "low", "close"], readParameter(parameters, "atr"));
  }

  build(): Rule {
    const { trend, range, memory, parameters } = this;
    return buildRule(
      { trend, range, memory },
      {
        warmUp: Math.max(readParameter(parameters, "trend"), readParameter(parameters, "atr")) - 1,
        advance(bars, bar) {
          const close = bars.close[bar] as number;
          trend.push(close);
          range.push(bars.high[bar] as number, bars.low[bar] as number, close);
        },
        decide: (bars, bar, orders, context) => {
          this.remember(bars, bar, orders, context);
          if (orders.position !== 0) this.decideExit(bars, bar, orders, context);
          else if (memory.fields.isPayer) this.decideCaptureEntry(bars, bar, orders, context);
          else this.decideTrendEntry(bars.close[bar] as number, orders);
        },
      },
    );
  }

  private remember(bars: BarColumns, bar: number, orders: Orders, { nextDividend }: RuleContext): void {
    const { close, nextExTime, gone, isPayer, aim } = this.memory.fields;
    const isPast = nextExTime !== null && close !== null && (bars.time[bar] as number) >= nextExTime;
    this.memory.fields = {
      close: bars.close[bar] as number,
      nextExTime: nextDividend?.exTime ?? null,
      gone: isPast ? { exTime: nextExTime, closeBefore: close } : gone,
      isPayer: isPayer || nextDividend !== null,
      aim: aim !== null && orders.position !== 0 ? { ...aim, isHeld: true } : aim,
    };
  }

  private decideCaptureEntry(bars: BarColumns, bar: number, orders: Orders, context: RuleContext): void {
    const { nextDividend, roundTripCost, barMs } = context;
    const { parameters, trend, range, memory } = this;
    if (nextDividend === null || Number.isNaN(trend.value) || Number.isNaN(range.value)) return;
    const close = bars.close[bar] as number;
    const { exTime, amount } = nextDividend;
    const { aim } = memory.fields;
    const isTaken = aim?.exTime === exTime && aim.isHeld;
    const untilMs = exTime - (bars.time[bar] as number) - barMs;
    const isNear = untilMs >= MIN_LEAD_BARS * barMs && untilMs <= readParameter(parameters, "lead") * HOUR_MS;
    const isWorth = Number(amount) >= readParameter(parameters, "costMultiple") * roundTripCost * close;
    if (isTaken || !isNear || !isWorth || close <= trend.value) return;
    memory.fields = { ...memory.fields, aim: { exTime, isHeld: false } };
    const barsLeft = (untilMs + readParameter(parameters, "hold") * HOUR_MS) / barMs;
    enterWithBracket(orders, 1, close, readParameter(parameters, "stopAtr") * range.value * Math.sqrt(barsLeft));
  }

  private decideTrendEntry(close: number, orders: Orders): void {
    const { parameters, trend, range } = this;
    if (!(close > trend.value + readParameter(parameters, "trendBand") * range.value)) return;
    const spread = readParameter(parameters, "stopAtr") * Math.sqrt(readParameter(parameters, "trendHold"));
    enterWithBracket(orders, 1, close, spread * range.value);
  }

  private decideExit(bars: BarColumns, bar: number, orders: Orders, { barMs }: RuleContext): void {
    const close = bars.close[bar] as number;
    const { aim, gone } = this.memory.fields;
    // A trade that was not bought for an ex-date (or was opened by another strategy) follows the trend.
    if (aim === null) {
      if (close < this.trend.value) orders.exit();
      return;
    }
    const isMadeGood = gone?.exTime === aim.exTime && close >= gone.closeBefore;
    const heldUntil = aim.exTime + readParameter(this.parameters, "hold") * HOUR_MS;
    if (isMadeGood || (bars.time[bar] as number) + barMs >= heldUntil) orders.exit();
  }
}
