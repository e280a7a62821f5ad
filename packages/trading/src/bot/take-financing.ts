import { computeFinancing } from "../costs/financing.ts";
import { formatScaled, toScaled } from "../pricing/scaled-decimal.ts";
import type { BotState } from "./bot-state.ts";

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
