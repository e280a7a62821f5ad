import type { Interval } from "../candle.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Parameters } from "../strategies/strategy.ts";
import { type BotConfig, createInstrumentRule, findInstrument } from "./bot-config.ts";

export const BOT_STATE_VERSION = 3;

/** A dividend of an open trade: its ex-date (epoch ms), and the first bar that traded without it. */
export interface TakenDividend {
  readonly exTime: number;
  readonly barSequence: number;
}

/** An open trade. `exposure`, `entryPrice`, `dividends` and `financing` are used for money: exact decimal strings. */
export interface OpenTrade {
  readonly symbol: string;
  readonly side: Side;
  /** Fraction of the nav, above 0 and at most 1, four places. */
  readonly exposure: string;
  /** The price of the fill, including half the spread and the slippage, with twelve places. */
  readonly entryPrice: string;
  /** The mid price of the fill. */
  readonly midPrice: number;
  /** Mid prices; `null` without one. Each dividend lowers both by its amount. */
  readonly stopPrice: number | null;
  readonly targetPrice: number | null;
  /** The costs at entry. The trade is valued and closed with the same costs. */
  readonly costs: TradingCosts;
  readonly decidedBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
  /** The dividends per unit since entry, in the quote currency; "0" at entry. */
  readonly dividends: string;
  /** The last dividend, so that none is taken twice. */
  readonly lastDividend: TakenDividend | null;
  /** The financing paid per unit since entry, in the quote currency; "0" at entry, below 0 when more was received. */
  readonly financing: string;
  /** The bar time (epoch ms) up to which financing has been charged; the entry's at first. */
  readonly financedUntil: number;
}

/** An order for the open of its symbol's next bar. */
export interface PendingOrder {
  readonly symbol: string;
  readonly decidedBarTime: number;
  readonly action:
    | { readonly kind: "close" }
    | {
        readonly kind: "enter";
        readonly side: Side;
        readonly exposure: string;
        readonly stopPrice: number | null;
        readonly targetPrice: number | null;
      };
  /** The last dividend by which the order's bracket was lowered; left out before the first. */
  readonly lastDividend?: TakenDividend;
}

/** A resting buy-stop entry: it fills within a later bar that reaches its price, while the bot is flat. */
export interface RestingEntry {
  readonly price: number;
  readonly exposure: string;
  readonly decidedBarTime: number;
  /** The last dividend by which its price was lowered; left out before the first. */
  readonly lastDividend?: TakenDividend;
}

export interface SymbolState {
  /** The saved state of the symbol's rule. */
  readonly strategyState: Json;
  readonly resting: RestingEntry | null;
  /** From the last candle; `barSequence` is −1 before the first. */
  readonly barSequence: number;
  readonly barTime: number;
  readonly close: number | null;
}

/** The complete state of a bot. Plain JSON; `restoreBotState` checks it after `JSON.parse`. */
export interface BotState {
  readonly version: typeof BOT_STATE_VERSION;
  readonly strategy: string;
  readonly parameters: Parameters;
  readonly decisionInterval: Interval;
  readonly symbols: Readonly<Record<string, SymbolState>>;
  readonly pending: PendingOrder | null;
  readonly openTrade: OpenTrade | null;
}

/** The state of a bot before its first event. */
export function createBotState(config: BotConfig): BotState {
  return {
    version: BOT_STATE_VERSION,
    strategy: config.strategy.name,
    parameters: config.parameters,
    decisionInterval: config.decisionInterval,
    symbols: Object.fromEntries(config.instruments.map(({ symbol }) => [symbol, createSymbolState(config, symbol)])),
    pending: null,
    openTrade: null,
  };
}

/** The state of a symbol before its first event. */
export function createSymbolState(config: BotConfig, symbol: string): SymbolState {
  const instrument = findInstrument(config, symbol);
  const strategyState = instrument === undefined ? null : createInstrumentRule(config, instrument).save();
  return { strategyState, resting: null, barSequence: -1, barTime: 0, close: null };
}
