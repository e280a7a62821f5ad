import { formatScaled, toScaled } from "../pricing/scaled-decimal.ts";
import type { BotEvent } from "./bot-event.ts";
import type { BotState, OpenTrade } from "./bot-state.ts";

type DividendEvent = Extract<BotEvent, { type: "dividend" }>;

/**
 * Credits the dividend to the trade that was open in its symbol before the ex-date, once. It compares bars and not only
 * times, because a repeated series has the same times again.
 * @throws RangeError for an amount that is not above 0 or has more than 12 places
 */
export function takeDividend(state: BotState, event: DividendEvent): BotState {
  const { symbol, amount, exTime, barSequence } = event;
  const paid = toScaled(amount);
  if (paid <= 0n) throw new RangeError(`the dividend of ${symbol} is ${amount}, not above 0`);
  const trade = state.openTrade;
  if (trade?.symbol !== symbol || !isDue(trade, event)) return state;
  const dividends = formatScaled(toScaled(trade.dividends) + paid);
  return { ...state, openTrade: { ...trade, dividends, lastDividend: { exTime, barSequence } } };
}

function isDue(trade: OpenTrade, { exTime, barSequence }: DividendEvent): boolean {
  if (barSequence <= trade.barSequence) return false;
  const last = trade.lastDividend;
  if (last === null || barSequence > last.barSequence) return true;
  return barSequence === last.barSequence && exTime > last.exTime;
}
