import type { Candle } from "../candle.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Dividend } from "../simulation/dividend.ts";

/**
 * What happens to a bot. `barSequence` counts a symbol's bars, ever increasing, also where bar times start again.
 * - `candle`: a bar of the symbol has closed. One that was taken before (same or lower `barSequence`) changes nothing.
 *   `nextDividend` is the symbol's next declared one after this bar, `null` or left out where none is. On a doubtful one
 *   (bars are missing before it, it came late, one before it was bad) no trade is opened: an entry that waits is dropped,
 *   and of what the strategy decides only a close is taken.
 * - `open`: the bar `barSequence` has opened at `price`. It fills what is pending a bar's length before the `candle`
 *   would, at the same price, since a candle's open is its first price. It comes after the candles of the moment before,
 *   of all of the bot's symbols. A `candle` without it fills at its own open: the same for a bot of one symbol; one of
 *   several is then busy until that candle, and does not take a signal of the others.
 * - `dividend`: from the bar `barSequence` on, the first at or after `exTime`, the symbol trades without the dividend of
 *   `amount` a unit (quote currency, above 0). A trade entered on an earlier bar is credited it (long) or debited (short),
 *   once, however often the event is told. It comes after the candles of the moment before and before that bar's `open`.
 * - `series-break`: the symbol's prices do not go on from the last ones (another feed, a series that starts anew, a
 *   split): what is held in it closes at the last close, what is pending in it is dropped, its strategy starts afresh.
 */
export type BotEvent =
  | {
      readonly type: "candle";
      readonly symbol: string;
      readonly candle: Candle;
      readonly barSequence: number;
      readonly nextDividend?: Dividend | null;
      readonly isDoubtful?: boolean;
    }
  | {
      readonly type: "open";
      readonly symbol: string;
      readonly price: number;
      readonly barTime: number;
      readonly barSequence: number;
    }
  | {
      readonly type: "dividend";
      readonly symbol: string;
      readonly amount: string;
      readonly exTime: number;
      readonly barSequence: number;
    }
  | { readonly type: "series-break"; readonly symbol: string };

export type CloseReason = "stop" | "target" | "signal" | "series-break";

export interface TradeOpened {
  readonly type: "trade-opened";
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly midPrice: number;
  readonly stopPrice: number;
  readonly targetPrice: number | null;
  readonly costs: TradingCosts;
  readonly decidedBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
  /** Nothing yet: "0" and `null`, as of every trade that opens. */
  readonly dividends: string;
  readonly lastDividend: null;
}

export interface TradeClosed {
  readonly type: "trade-closed";
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  /** The mid price at which it closed: the level of a stop or target, or the open where that was gapped through. */
  readonly midPrice: number;
  readonly reason: CloseReason;
  /** What the nav is multiplied by, costs included: a decimal string of 12 places, possibly negative. */
  readonly factor: string;
  /** What a unit paid while it was held, a decimal string of at most 12 places; in `factor` already. */
  readonly dividends: string;
  readonly entryBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
}

/** What the bot did; the caller records it. Prices in `midPrice`, `stopPrice` and `targetPrice` are mid prices. */
export type BotEffect = TradeOpened | TradeClosed;

/** A bar as a feed gives it, whole. `dividends` are those that it is the first bar without, in their order. */
export interface FeedBar {
  readonly symbol: string;
  readonly candle: Candle;
  readonly barSequence: number;
  readonly dividends?: readonly Dividend[];
  readonly nextDividend?: Dividend | null;
}

/**
 * The events of the bars of one moment, for a feed that gives whole bars (replay, backtest): all dividends, all
 * opens, then all candles. It is the order in which a live feed tells them, so that both give the same trades, bit for bit.
 */
export function toBarEvents(bars: readonly FeedBar[]): readonly BotEvent[] {
  const opens = bars.map(({ symbol, candle, barSequence }): BotEvent => {
    return { type: "open", symbol, price: candle.open, barTime: candle.time, barSequence };
  });
  return [...bars.flatMap(toDividendEvents), ...opens, ...bars.map(toCandleEvent)];
}

function toDividendEvents({ symbol, barSequence, dividends = [] }: FeedBar): BotEvent[] {
  return dividends.map(({ amount, exTime }) => ({ type: "dividend", symbol, amount, exTime, barSequence }));
}

function toCandleEvent({ symbol, candle, barSequence, nextDividend = null }: FeedBar): BotEvent {
  return { type: "candle", symbol, candle, barSequence, nextDividend };
}

/** The state is generic so that this file needs no more than it says. */
export interface StepResult<State> {
  readonly state: State;
  readonly effects: readonly BotEffect[];
}
