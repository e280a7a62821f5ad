import { formatScaled, roundPrice, toScaled } from "../pricing/scaled-decimal.ts";
import type { BotEvent } from "./bot-event.ts";
import type { BotState, OpenTrade, PendingOrder, SymbolState, TakenDividend } from "./bot-state.ts";
import { computeFinancing } from "../costs/financing.ts";

type DividendEvent = Extract<BotEvent, { type: "dividend" }>;

/**
 * Credits the dividend to the trade that was open in its symbol before the ex-date, once, and lowers the trade's stop and
 * target by it, because the price falls by it on that date. The bracket of an entry that waits for the ex-date's open is
 * lowered too, and so is a resting entry. It compares bars and not only times, because a repeated series has the same times again.
 * @throws RangeError for an amount that is not above 0 or has more than 12 places
 */
export function takeDividend(state: BotState, event: DividendEvent): BotState {
  const { symbol, amount } = event;
  const paid = toScaled(amount);
  if (paid <= 0n) throw new RangeError(`the dividend of ${symbol} is ${amount}, not above 0`);
  const { openTrade, pending, symbols } = state;
  const known = symbols[symbol];
  const isTradeDue = openTrade?.symbol === symbol && isDue(openTrade, openTrade.barSequence, event);
  const isOrderDue = pending?.symbol === symbol && isDue(pending, known?.barSequence ?? Infinity, event);
  const isRestingDue = known !== undefined && known.resting !== null && isDue(known.resting, known.barSequence, event);
  if (!isTradeDue && !isOrderDue && !isRestingDue) return state;
  return {
    ...state,
    openTrade: isTradeDue ? creditDividend(openTrade, paid, event) : openTrade,
    pending: isOrderDue ? lowerOrder(pending, Number(amount), event) : pending,
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

function creditDividend(trade: OpenTrade, paid: bigint, { amount, exTime, barSequence }: DividendEvent): OpenTrade {
  return {
    ...trade,
    ...lowerBracket(trade, Number(amount)),
    dividends: formatScaled(toScaled(trade.dividends) + paid),
    lastDividend: { exTime, barSequence },
  };
}

function lowerOrder(order: PendingOrder, amount: number, { exTime, barSequence }: DividendEvent): PendingOrder {
  const { action } = order;
  if (action.kind === "close") return order;
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
 * Charges the open trade in a symbol for each rollover since the last charge, up to the bar that opens now at `barTime`. It
 * compares bar times only, so a bar that is seen again charges nothing. The price is the last close before; on a trade whose
 * first bar has not closed, its entry. A trade entered or closed on a bar is not charged for rollovers within that bar.
 */
export function takeFinancing(state: BotState, symbol: string, barTime: number): BotState {
  const trade = state.openTrade;
  const terms = trade?.costs.financing;
  if (trade === null || terms === undefined || trade.symbol !== symbol) return state;
  // A series that is replayed has its first times again. The trade goes on from there.
  if (barTime < trade.financedUntil) return { ...state, openTrade: { ...trade, financedUntil: barTime } };
  const known = state.symbols[symbol];
  const isOfThatBar = known !== undefined && known.barSequence >= trade.barSequence;
  const price = isOfThatBar && known.close !== null ? known.close : trade.midPrice;
  const charge = computeFinancing(terms, {
    side: trade.side,
    price,
    fromTime: trade.financedUntil,
    toTime: barTime,
  });
  if (charge === 0n) return state;
  const financing = formatScaled(toScaled(trade.financing) + charge);
  return { ...state, openTrade: { ...trade, financing, financedUntil: barTime } };
}
