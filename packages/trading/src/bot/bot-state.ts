import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Parameters } from "../strategies/strategy.ts";
import type { BotConfig } from "./bot-config.ts";

export const BOT_STATE_VERSION = 1;

/** A dividend that a trade has taken: its ex-date (epoch ms), and the first bar that traded without it. */
export interface TakenDividend {
  readonly exTime: number;
  readonly barSequence: number;
}

/** A trade under way. `exposure`, `entryPrice` and `dividends` enter money arithmetic and are exact decimal strings. */
export interface OpenTrade {
  readonly symbol: string;
  readonly side: Side;
  /** Fraction of the nav, above 0 and at most 1, four places. */
  readonly exposure: string;
  /** The fill, half the spread and the slippage included, twelve places. */
  readonly entryPrice: string;
  /** The mid price at which it was filled. */
  readonly midPrice: number;
  readonly stopPrice: number;
  readonly targetPrice: number | null;
  /** What it was entered under; it is valued and closed under the same. */
  readonly costs: TradingCosts;
  readonly decidedBarTime: number;
  readonly barTime: number;
  readonly barSequence: number;
  /** What a unit has paid since it was entered, in the quote currency; "0" at opening. */
  readonly dividends: string;
  /** The last of them: none is taken twice. */
  readonly lastDividend: TakenDividend | null;
}

/** An order that waits for the open of its symbol's next bar. */
export interface PendingOrder {
  readonly symbol: string;
  readonly decidedBarTime: number;
  readonly action:
    | { readonly kind: "close" }
    | {
        readonly kind: "enter";
        readonly side: Side;
        readonly exposure: string;
        readonly stopPrice: number;
        readonly targetPrice: number | null;
      };
}

export interface SymbolState {
  readonly strategyState: unknown;
  /** The last candle taken; `barSequence` is −1 before the first. */
  readonly barSequence: number;
  readonly barTime: number;
  readonly close: number | null;
}

/** All that a bot remembers. Plain JSON; what comes back from `JSON.parse` goes through `restoreBotState`. */
export interface BotState {
  readonly version: typeof BOT_STATE_VERSION;
  readonly strategy: string;
  readonly parameters: Parameters;
  readonly symbols: Readonly<Record<string, SymbolState>>;
  readonly pending: PendingOrder | null;
  readonly openTrade: OpenTrade | null;
}

/** A bot that has seen nothing yet. */
export function createBotState(config: BotConfig): BotState {
  return {
    version: BOT_STATE_VERSION,
    strategy: config.strategy.name,
    parameters: config.parameters,
    symbols: Object.fromEntries(config.instruments.map(({ symbol }) => [symbol, createSymbolState(config)])),
    pending: null,
    openTrade: null,
  };
}

/** A symbol of which the bot has seen nothing yet. */
export function createSymbolState(config: BotConfig): SymbolState {
  return { strategyState: config.strategy.initialState(config.parameters), barSequence: -1, barTime: 0, close: null };
}
