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

/** Entries come at least this many bars before the ex-date: between daily bars a weekend would make a later one miss it. */
const MIN_LEAD_BARS = 3;

interface CaptureState {
  readonly trend: SimpleAverage;
  readonly range: AverageTrueRange;
  readonly close: number | null;
  /** The ex-date last known to come, epoch ms. */
  readonly nextExTime: number | null;
  /** The last ex-date gone by, and the close before it. */
  readonly gone: { readonly exTime: number; readonly closeBefore: number } | null;
  /** Whether the feed has ever declared a dividend of this symbol. */
  readonly isPayer: boolean;
  /** The ex-date that was last bought for, and whether that became a trade. One is bought for once. */
  readonly aim: { readonly exTime: number; readonly isHeld: boolean } | null;
}

/**
 * Dividend capture, long only. Flat: with an ex-date declared within `lead` hours, the close above its average of `trend`
 * bars and the dividend worth at least `costMultiple` round trips' costs: buy, once per ex-date. The stop is `stopAtr` average
 * true ranges, times the square root of the bars until the trade is over at the latest, away: the range of a bar grows so with
 * time. Held over the ex-date: the close back at the last one before it (the drop is made good), or `hold` hours later: close.
 *
 * Where the feed has declared no dividend of the symbol there is nothing to capture, and the rule is its own trend filter
 * alone: a close above the average by `trendBand` average true ranges buys, with the stop for `trendHold` bars; a close below
 * the average closes.
 *
 * Source: E. Elton, M. Gruber, Marginal Stockholder Tax Rates and the Clientele Effect, The Review of Economics and
 * Statistics 52 (1970), who found that shares fell by less than the dividend on the ex-date; the trend filter, the stop and the
 * times are ours. On a price that falls by exactly the dividend it earns nothing but its costs.
 */
export const dividendCapture: Strategy<CaptureState> = {
  name: "dividend-capture",
  family: "Dividend-Capture",
  description:
    "Buys a share ahead of a declared ex-date while it is above its long average, holds it over the ex-date for the dividend, and leaves when the drop is made good or after two days; a wide stop by volatility. Where the feed declares no dividends it follows the long average alone.",
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

/** The ex-date that this candle is the first after, else the one known before. */
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
  // A trade that was not bought for an ex-date (or under another rule) is held by the trend.
  if (aim === null) return trend.value !== null && close < trend.value ? { kind: "close" } : undefined;
  const isMadeGood = gone?.exTime === aim.exTime && close >= gone.closeBefore;
  const isOver = candle.time + context.barMs >= aim.exTime + readParameter(context.parameters, "hold") * HOUR_MS;
  return isMadeGood || isOver ? { kind: "close" } : undefined;
}
