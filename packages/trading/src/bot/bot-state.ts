import type { Interval } from "../candle.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Side } from "../pricing/fill-price.ts";
import { formatScaled, SCALE } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Parameters } from "../strategies/strategy.ts";
import { type BotConfig, createInstrumentRule, findInstrument } from "./bot-config.ts";

export const BOT_STATE_VERSION = 4;

/** A dividend of an open trade: its ex-date (epoch ms), and the first bar that traded without it. */
export interface TakenDividend {
  readonly exTime: number;
  readonly barSequence: number;
}

/** An open trade. `exposure`, `entryPrice`, `dividends` and `financing` are used for money: exact decimal strings. */
export interface OpenTrade {
  readonly symbol: string;
  readonly side: Side;
  /** Fraction of `baseNav`, above 0 and at most 1, four places. */
  readonly exposure: string;
  /** The bot's nav at entry (`BotState.nav`). */
  readonly baseNav: string;
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
  /** The ex-date (epoch ms) of the last split, so that none is taken twice; left out before the first. */
  readonly lastSplit?: number;
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
      }
    | {
        /** To a target weight: a part of what is held is sold, the oldest trades first, then more is bought or sold short. */
        readonly kind: "rebalance";
        /** 0 to 1, six places. */
        readonly closedPart: string;
        /** `amount` is in units of `BotState.nav`, twelve places. */
        readonly entry: { readonly side: Side; readonly amount: string } | null;
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
  /** The ex-date (epoch ms) of the last split that its prices and its rule have taken; left out before the first. */
  readonly lastSplit?: number;
}

/** The complete state of a bot. Plain JSON; `restoreBotState` checks it after `JSON.parse`. */
export interface BotState {
  readonly version: typeof BOT_STATE_VERSION;
  readonly strategy: string;
  readonly parameters: Parameters;
  readonly decisionInterval: Interval;
  readonly symbols: Readonly<Record<string, SymbolState>>;
  /** The nav of its closed trades, 1 before the first and never below 0: a decimal string of twelve places. */
  readonly nav: string;
  /** At most one of each symbol. */
  readonly orders: readonly PendingOrder[];
  /** Oldest first. */
  readonly openTrades: readonly OpenTrade[];
  /** The month for which a strategy with weights decided last (`toMonth`); `null` before, and for other strategies. */
  readonly decidedMonth: number | null;
  /**
   * The returns of bills with which it decided then, month by month, `null` where one was missing. `null` when no instrument had enough
   * months, and in states from before they were kept.
   */
  readonly decidedBills: readonly (number | null)[] | null;
}

/** The state of a bot before its first event. */
export function createBotState(config: BotConfig): BotState {
  return {
    version: BOT_STATE_VERSION,
    strategy: config.strategy.name,
    parameters: config.parameters,
    decisionInterval: config.decisionInterval,
    symbols: Object.fromEntries(config.instruments.map(({ symbol }) => [symbol, createSymbolState(config, symbol)])),
    nav: formatScaled(SCALE),
    orders: [],
    openTrades: [],
    decidedMonth: null,
    decidedBills: null,
  };
}

/** The state of a symbol before its first event. */
export function createSymbolState(config: BotConfig, symbol: string): SymbolState {
  const instrument = findInstrument(config, symbol);
  const strategyState = instrument === undefined ? null : createInstrumentRule(config, instrument).save();
  return { strategyState, resting: null, barSequence: -1, barTime: 0, close: null };
}

/** The order that waits for the symbol's next open. */
export function findOrder({ orders }: BotState, symbol: string): PendingOrder | undefined {
  return orders.find((order) => order.symbol === symbol);
}

/** The oldest open trade in a symbol. */
export function findTrade({ openTrades }: BotState, symbol: string): OpenTrade | undefined {
  return openTrades.find((trade) => trade.symbol === symbol);
}

/**
 * The mid price at which a trade is valued: its symbol's last close. The entry's when that bar has not closed: an `open`
 * event may have opened the trade on a bar that never closes.
 */
export function findLastPrice(known: SymbolState | undefined, { barSequence, midPrice }: OpenTrade): number {
  return known !== undefined && known.close !== null && known.barSequence >= barSequence ? known.close : midPrice;
}
