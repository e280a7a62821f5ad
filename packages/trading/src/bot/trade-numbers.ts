import { isGainConverted } from "../pricing/quote-currency.ts";
import type { OpenTrade } from "./bot-state.ts";

/** The terms of an open trade in floats, for figures that no amount is posted from. */
export interface TradeNumbers {
  readonly direction: 1 | -1;
  /** Its value at entry, in units of the nav. */
  readonly entered: number;
  readonly entry: number;
  readonly dividends: number;
  readonly financing: number;
  readonly isConverted: boolean;
}

/** The numbers of trades that were asked for. A trade never changes, and a portfolio values the same ones month after month. */
const known = new WeakMap<OpenTrade, TradeNumbers>();

export function readTradeNumbers(trade: OpenTrade): TradeNumbers {
  const read = known.get(trade);
  if (read !== undefined) return read;
  const numbers: TradeNumbers = {
    direction: trade.side === "buy" ? 1 : -1,
    entered: Number(trade.baseNav) * Number(trade.exposure),
    entry: Number(trade.entryPrice),
    dividends: Number(trade.dividends),
    financing: Number(trade.financing),
    isConverted: isGainConverted(trade.symbol),
  };
  known.set(trade, numbers);
  return numbers;
}
