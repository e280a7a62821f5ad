import { HOUR_MS } from "@wazi/domain";
import type { Candle } from "../candle.ts";
import {
  type AverageTrueRange,
  createAverageTrueRange,
  updateAverageTrueRange,
} from "../indicators/average-true-range.ts";
import { createSimpleAverage, type SimpleAverage, updateSimpleAverage } from "../indicators/moving-average.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

/** Entries are at least this many bars before the ex-date. With daily bars, a weekend could make a later entry miss it. */
const MIN_LEAD_BARS = 3;

interface CaptureState {
  readonly trend: SimpleAverage;
  readonly range: AverageTrueRange;
  readonly close: number | null;
  /** The last announced ex-date, epoch ms. */
  readonly nextExTime: number | null;
  /** The last ex-date that has passed, and the close before it. */
  readonly gone: { readonly exTime: number; readonly closeBefore: number } | null;
  /** True after the feed has declared a dividend of this symbol. */
  readonly isPayer: boolean;
  /** The ex-date of the last purchase, and whether it became a trade. Each ex-date gets one purchase. */
  readonly aim: { readonly exTime: number; readonly isHeld: boolean } | null;
}

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
export const dividendCapture: Strategy<CaptureState> = {
  name: "dividend-capture",
  family: "Dividend-Capture",
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

  initialState: (parameters) => ({
    trend: createSimpleAverage(readParameter(parameters, "trend")),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
    close: null,
    nextExTime: null,
    gone: null,
    isPayer: false,
    aim: null,
  }),

  onCandle(state, candle, context): Decision<CaptureState> {
    const seen: CaptureState = {
      trend: updateSimpleAverage(state.trend, candle.close),
      range: updateAverageTrueRange(state.range, candle),
      close: candle.close,
      nextExTime: context.nextDividend?.exTime ?? null,
      gone: findPassedExDate(state, candle),
      isPayer: state.isPayer || context.nextDividend !== null,
      aim: state.aim !== null && context.position !== null ? { ...state.aim, isHeld: true } : state.aim,
    };
    if (context.position !== null) return { state: seen, order: decideExit(seen, candle, context) };
    return seen.isPayer
      ? decideCaptureEntry(seen, candle, context)
      : { state: seen, order: decideTrendEntry(seen, candle, context) };
  },
};

/** The ex-date that has just passed with this candle, otherwise the last known one. */
function findPassedExDate({ nextExTime, close, gone }: CaptureState, { time }: Candle): CaptureState["gone"] {
  const isPast = nextExTime !== null && close !== null && time >= nextExTime;
  return isPast ? { exTime: nextExTime, closeBefore: close } : gone;
}

function decideCaptureEntry(seen: CaptureState, candle: Candle, context: StrategyContext): Decision<CaptureState> {
  const { nextDividend, parameters, roundTripCost, barMs } = context;
  const none = { state: seen, order: undefined };
  if (nextDividend === null || seen.trend.value === null || seen.range.value === null) return none;
  const { exTime, amount } = nextDividend;
  const isTaken = seen.aim?.exTime === exTime && seen.aim.isHeld;
  const untilMs = exTime - candle.time - barMs;
  const isNear = untilMs >= MIN_LEAD_BARS * barMs && untilMs <= readParameter(parameters, "lead") * HOUR_MS;
  const isWorth = Number(amount) >= readParameter(parameters, "costMultiple") * roundTripCost * candle.close;
  if (isTaken || !isNear || !isWorth || candle.close <= seen.trend.value) return none;
  const bars = (untilMs + readParameter(parameters, "hold") * HOUR_MS) / barMs;
  const stopDistance = readParameter(parameters, "stopAtr") * seen.range.value * Math.sqrt(bars);
  const order = buildBracketOrder("buy", candle.close, stopDistance);
  return { state: { ...seen, aim: { exTime, isHeld: false } }, order };
}

function decideTrendEntry(seen: CaptureState, { close }: Candle, { parameters }: StrategyContext): Order | undefined {
  const [trend, range] = [seen.trend.value, seen.range.value];
  if (trend === null || range === null) return undefined;
  if (close <= trend + readParameter(parameters, "trendBand") * range) return undefined;
  const spread = readParameter(parameters, "stopAtr") * Math.sqrt(readParameter(parameters, "trendHold"));
  return buildBracketOrder("buy", close, spread * range);
}

function decideExit({ aim, gone, trend }: CaptureState, candle: Candle, context: StrategyContext): Order | undefined {
  const { close } = candle;
  // A trade that was not bought for an ex-date (or was opened by another strategy) follows the trend.
  if (aim === null) return trend.value !== null && close < trend.value ? { kind: "close" } : undefined;
  const isMadeGood = gone?.exTime === aim.exTime && close >= gone.closeBefore;
  const isOver = candle.time + context.barMs >= aim.exTime + readParameter(context.parameters, "hold") * HOUR_MS;
  return isMadeGood || isOver ? { kind: "close" } : undefined;
}
