import type { Candle, Market } from "../candle.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Dividend } from "../simulation/dividend.ts";

/**
 * The events of a bot. `barSequence` counts a symbol's bars. It always increases, even when bar times start again.
 * - `candle`: a bar of the symbol has closed. A bar with the same or a lower `barSequence` than the last one changes nothing.
 *   `nextDividend` is the symbol's next declared dividend after this bar; `null` or left out when there is none. On a
 *   doubtful bar (bars are missing before it, it is late, or the bar before was bad) no trade is opened: a pending entry is
 *   dropped, and the strategy can only close.
 * - `open`: the bar `barSequence` has opened at `price`. It fills a pending order one bar length earlier than the `candle`
 *   would, at the same price, because a candle's open is its first price. It comes after the candles of the time before, of
 *   all the bot's symbols. A `candle` without `open` fills at its own open. For a bot with one symbol this is the same; a
 *   bot with several is busy until that candle and ignores the signals of its other symbols.
 * - `dividend`: from bar `barSequence`, the first at or after `exTime`, the symbol trades without the dividend of `amount`
 *   per unit (quote currency, above 0). A trade entered on an earlier bar is credited (long) or debited (short) once, even
 *   when the event is repeated, and its stop and target fall by the amount. It comes after the candles of the time before and before that bar's `open`.
 *   A live feed may give it late, after bars from `barSequence` on: it credits the same trades, and the month of its ex-date.
 * - `split`: from bar `barSequence`, each unit of the symbol is `ratio` units, each worth that much less. Prices of open trades and waiting
 *   orders, and what a rule by months remembers, are divided by it, once, so that no value changes. It has the place of a dividend, and follows
 *   that of its date. Only a live feed gives it: recorded series are adjusted when they are loaded (`adjustForActions`).
 * - `series-break`: the symbol's prices do not continue from the last ones (another feed, a series that starts again, a
 *   split). An open trade closes at the last close, a pending order is dropped, and the strategy starts again. With
 *   `barSequence`, no bar before the break has that number or a higher one: a bot that has seen such a bar has taken the break
 *   already, so a break that is repeated changes nothing.
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
      /** The part of the amount that a long is paid, after tax at the source; all of it when left out. */
      readonly paidAmount?: string;
      readonly exTime: number;
      readonly barSequence: number;
    }
  | {
      readonly type: "split";
      readonly symbol: string;
      readonly ratio: string;
      readonly exTime: number;
      readonly barSequence: number;
    }
  | { readonly type: "series-break"; readonly symbol: string; readonly barSequence?: number };

/**
 * The end of a moment: all bars that close at `time` (epoch ms) or before have been given, of all symbols of `market`, or of
 * every market when it is left out. A strategy with weights decides then.
 */
export interface MomentEnd {
  readonly type: "moment-end";
  readonly time: number;
  readonly market?: Market;
}

/** An event of a bot's symbols, or the end of a moment. */
export type MomentEvent = BotEvent | MomentEnd;

export type CloseReason = "stop" | "target" | "signal" | "series-break";

export interface TradeOpened {
  readonly type: "trade-opened";
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly baseNav: string;
  readonly entryPrice: string;
  readonly midPrice: number;
  readonly stopPrice: number | null;
  readonly targetPrice: number | null;
  readonly costs: TradingCosts;
  readonly decidedBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
  /** Always "0" and `null` when a trade opens. */
  readonly dividends: string;
  readonly lastDividend: null;
  /** Always "0" and the bar's time when a trade opens. */
  readonly financing: string;
  readonly financedUntil: number;
}

export interface TradeClosed {
  readonly type: "trade-closed";
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly baseNav: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly entryMidPrice: number;
  /** The mid price of the close: the level of the stop or target, or the open after a gap beyond the level. */
  readonly midPrice: number;
  readonly reason: CloseReason;
  /** The factor of `baseNav`, costs included: a decimal string of 12 places, possibly negative. */
  readonly factor: string;
  /** The dividends per unit during the trade, a decimal string of at most 12 places. `factor` includes them. */
  readonly dividends: string;
  /** The financing paid per unit during the trade, in the same form, possibly negative. `factor` includes it. */
  readonly financing: string;
  readonly costs: TradingCosts;
  readonly entryBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
}

/** An action of the bot, for the caller to record. `midPrice`, `stopPrice` and `targetPrice` are mid prices. */
export type BotEffect = TradeOpened | TradeClosed;

/** A complete bar of a feed. `dividends` are those for which it is the first bar without, in order. */
export interface FeedBar {
  readonly symbol: string;
  readonly candle: Candle;
  readonly barSequence: number;
  readonly dividends?: readonly Dividend[];
  readonly nextDividend?: Dividend | null;
}

/**
 * The events of the bars of one time, for a feed of complete bars (replay, backtest): all dividends, all opens, then all
 * candles. A live feed sends them in the same order, so that both give exactly the same trades. The end of the moment follows.
 */
export function toBarEvents(bars: readonly FeedBar[]): readonly BotEvent[] {
  const events: BotEvent[] = [];
  for (const bar of bars) if (bar.dividends !== undefined) events.push(...toDividendEvents(bar));
  for (const bar of bars) events.push(toOpenEvent(bar));
  for (const bar of bars) events.push(toCandleEvent(bar));
  return events;
}

export function toDividendEvents({ symbol, barSequence, dividends = [] }: FeedBar): BotEvent[] {
  return dividends.map(({ amount, exTime }) => ({ type: "dividend", symbol, amount, exTime, barSequence }));
}

export function toOpenEvent({ symbol, candle, barSequence }: FeedBar): BotEvent {
  return { type: "open", symbol, price: candle.open, barTime: candle.time, barSequence };
}

export function toCandleEvent({ symbol, candle, barSequence, nextDividend = null }: FeedBar): BotEvent {
  return { type: "candle", symbol, candle, barSequence, nextDividend };
}

/** The result of a step. The state is generic, so that this file does not import it. */
export interface StepResult<State> {
  readonly state: State;
  readonly effects: readonly BotEffect[];
}
