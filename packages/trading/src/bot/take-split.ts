import { divideDown, divideUp, formatScaled, roundPrice, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import type { BotConfig } from "./bot-config.ts";
import type { BotEvent } from "./bot-event.ts";
import { type BotState, createSymbolState, type OpenTrade, type PendingOrder, type SymbolState } from "./bot-state.ts";
import type { SymbolRules } from "./symbol-rules.ts";

type SplitEvent = Extract<BotEvent, { type: "split" }>;

/**
 * Divides the prices of the trades that were open in the symbol before the split by its ratio, once, so that a trade holds `ratio` times
 * as many units at the same value, to 12 places and rounded against the bot. The last close, the waiting orders and the months of the symbol's rule go on in the new
 * units. A rule without months compares prices that it cannot convert, and starts again.
 * @throws RangeError for a ratio that is not above 0
 */
export function takeSplit(config: BotConfig, rules: SymbolRules, before: BotState, event: SplitEvent): BotState {
  const { symbol, exTime, barSequence } = event;
  const ratio = toScaled(event.ratio);
  if (ratio <= 0n) throw new RangeError(`the split of ${symbol} is ${event.ratio}, not above 0`);
  const isDue = (trade: OpenTrade): boolean =>
    trade.symbol === symbol && barSequence > trade.barSequence && exTime > (trade.lastSplit ?? -Infinity);
  const state = before.openTrades.some(isDue)
    ? { ...before, openTrades: before.openTrades.map((each) => (isDue(each) ? splitTrade(each, ratio, exTime) : each)) }
    : before;
  const known = state.symbols[symbol];
  if (known === undefined || exTime <= (known.lastSplit ?? -Infinity)) return state;
  const isLate = barSequence <= known.barSequence;
  const split = { ...known, lastSplit: exTime, ...(isLate ? {} : splitPrices(known, Number(event.ratio))) };
  const isLearned = rules.showSplit(state, symbol, Number(event.ratio), isLate);
  if (!isLearned) rules.forget(symbol);
  const { strategyState } = isLearned ? split : createSymbolState(config, symbol);
  const orders = isLate
    ? state.orders
    : state.orders.map((each) => (each.symbol === symbol ? splitOrder(each, Number(event.ratio)) : each));
  return { ...state, orders, symbols: { ...state.symbols, [symbol]: { ...split, strategyState } } };
}

function splitTrade(trade: OpenTrade, ratio: bigint, exTime: number): OpenTrade {
  const down = (price: string): string => formatScaled(divideDown(toScaled(price) * SCALE, ratio));
  const up = (price: string): string => formatScaled(divideUp(toScaled(price) * SCALE, ratio));
  const isBought = trade.side === "buy";
  const inUnits = Number(formatScaled(ratio));
  return {
    ...trade,
    ...splitBracket(trade, inUnits),
    entryPrice: (isBought ? up : down)(trade.entryPrice),
    midPrice: roundPrice(trade.midPrice / inUnits),
    dividends: (isBought ? down : up)(trade.dividends),
    financing: up(trade.financing),
    lastSplit: exTime,
  };
}

function splitPrices({ close, resting }: SymbolState, ratio: number): Pick<SymbolState, "close" | "resting"> {
  return {
    close: close === null ? null : roundPrice(close / ratio),
    resting: resting && { ...resting, price: roundPrice(resting.price / ratio) },
  };
}

/** An order to a target weight has amounts of money and no price. */
function splitOrder(order: PendingOrder, ratio: number): PendingOrder {
  const { action } = order;
  return action.kind === "enter" ? { ...order, action: { ...action, ...splitBracket(action, ratio) } } : order;
}

function splitBracket(
  { stopPrice, targetPrice }: Pick<OpenTrade, "stopPrice" | "targetPrice">,
  ratio: number,
): Pick<OpenTrade, "stopPrice" | "targetPrice"> {
  return {
    stopPrice: stopPrice === null ? null : roundPrice(stopPrice / ratio),
    targetPrice: targetPrice === null ? null : roundPrice(targetPrice / ratio),
  };
}
