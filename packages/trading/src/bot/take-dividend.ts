import { formatScaled, roundPrice, toScaled } from "../pricing/scaled-decimal.ts";
import type { BotEvent } from "./bot-event.ts";
import {
  type BotState,
  findLastPrice,
  type OpenTrade,
  type PendingOrder,
  type SymbolState,
  type TakenDividend,
} from "./bot-state.ts";
import { computeFinancing } from "../costs/financing.ts";

type DividendEvent = Extract<BotEvent, { type: "dividend" }>;

/**
 * Credits the dividend to the trades that were open in its symbol before the ex-date, once, and lowers their stops and
 * targets by it, because the price falls by it on that date. The bracket of an entry that waits for the ex-date's open is
 * lowered too, and so is a resting entry. It compares bars and not only times, because a repeated series has the same times again.
 * @throws RangeError for an amount that is not above 0 or has more than 12 places
 */
export function takeDividend(state: BotState, event: DividendEvent): BotState {
  const { symbol, amount } = event;
  const owed = toScaled(amount);
  if (owed <= 0n) throw new RangeError(`the dividend of ${symbol} is ${amount}, not above 0`);
  const { openTrades, orders, symbols } = state;
  const known = symbols[symbol];
  const isTradeDue = (trade: OpenTrade): boolean => trade.symbol === symbol && isDue(trade, trade.barSequence, event);
  const isOrderDue = (order: PendingOrder): boolean =>
    order.symbol === symbol && isDue(order, known?.barSequence ?? Infinity, event);
  const isRestingDue = known !== undefined && known.resting !== null && isDue(known.resting, known.barSequence, event);
  if (!openTrades.some(isTradeDue) && !orders.some(isOrderDue) && !isRestingDue) return state;
  return {
    ...state,
    openTrades: openTrades.map((trade) => (isTradeDue(trade) ? creditDividend(trade, event) : trade)),
    orders: orders.map((order) => (isOrderDue(order) ? lowerOrder(order, Number(amount), event) : order)),
    symbols: isRestingDue ? { ...symbols, [symbol]: lowerResting(known, Number(amount), event) } : symbols,
  };
}

/** `afterBar` is the bar of the entry, or the bar on which the order was decided: later dividends count. */
function isDue(
  { lastDividend = null }: { readonly lastDividend?: TakenDividend | null },
  afterBar: number,
  { barSequence, exTime }: DividendEvent,
): boolean {
  if (barSequence <= afterBar) return false;
  if (lastDividend === null || barSequence > lastDividend.barSequence) return true;
  return barSequence === lastDividend.barSequence && exTime > lastDividend.exTime;
}

/** The price falls by the whole dividend. A long is paid what tax leaves of it; a short owes all of it. */
function creditDividend(trade: OpenTrade, event: DividendEvent): OpenTrade {
  const { amount, paidAmount = amount, exTime, barSequence } = event;
  const paid = toScaled(trade.side === "buy" ? paidAmount : amount);
  return {
    ...trade,
    ...lowerBracket(trade, Number(amount)),
    dividends: formatScaled(toScaled(trade.dividends) + paid),
    lastDividend: { exTime, barSequence },
  };
}

function lowerOrder(order: PendingOrder, amount: number, { exTime, barSequence }: DividendEvent): PendingOrder {
  const { action } = order;
  if (action.kind !== "enter") return order;
  return { ...order, action: { ...action, ...lowerBracket(action, amount) }, lastDividend: { exTime, barSequence } };
}

function lowerResting(known: SymbolState, amount: number, { exTime, barSequence }: DividendEvent): SymbolState {
  const { resting } = known;
  if (resting === null) return known;
  const price = roundPrice(resting.price - amount);
  return { ...known, resting: { ...resting, price, lastDividend: { exTime, barSequence } } };
}

/** A level at or below 0 is never reached. */
function lowerBracket(
  { stopPrice, targetPrice }: Pick<OpenTrade, "stopPrice" | "targetPrice">,
  amount: number,
): Pick<OpenTrade, "stopPrice" | "targetPrice"> {
  return {
    stopPrice: stopPrice === null ? null : roundPrice(stopPrice - amount),
    targetPrice: targetPrice === null ? null : roundPrice(targetPrice - amount),
  };
}

/**
 * Charges the open trades in a symbol for each rollover since the last charge, up to the bar that opens now at `barTime`. It
 * compares bar times only, so a bar that is seen again charges nothing. The price is the last close before; on a trade whose
 * first bar has not closed, its entry. A trade entered or closed on a bar is not charged for rollovers within that bar.
 */
export function takeFinancing(state: BotState, symbol: string, barTime: number): BotState {
  if (state.openTrades.length === 0) return state;
  const known = state.symbols[symbol];
  let openTrades: OpenTrade[] | null = null;
  let index = -1;
  for (const trade of state.openTrades) {
    index += 1;
    if (trade.symbol !== symbol || trade.costs.financing === undefined) continue;
    const charged = chargeFinancing(trade, known, barTime);
    if (charged === trade) continue;
    openTrades ??= [...state.openTrades];
    openTrades[index] = charged;
  }
  return openTrades === null ? state : { ...state, openTrades };
}

function chargeFinancing(trade: OpenTrade, known: SymbolState | undefined, barTime: number): OpenTrade {
  const { financing: terms } = trade.costs;
  if (terms === undefined) return trade;
  // A series that is replayed has its first times again. The trade goes on from there.
  if (barTime < trade.financedUntil) return { ...trade, financedUntil: barTime };
  const charge = computeFinancing(terms, {
    side: trade.side,
    price: findLastPrice(known, trade),
    fromTime: trade.financedUntil,
    toTime: barTime,
  });
  if (charge === 0n) return trade;
  return { ...trade, financing: formatScaled(toScaled(trade.financing) + charge), financedUntil: barTime };
}
