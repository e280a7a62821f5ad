import type { FeedKind } from "@wazi/contracts";
import type { BotConfig, BotState, PendingOrder } from "@wazi/trading";

/** True when a bot may open its trade, false when not, or the smaller exposure that it may open it with. */
export type EntryDecision = boolean | { exposure: string };

/** An order to open a trade: a decimal string of four places, and the time of the bar that it would fill on (epoch ms). */
export interface EntryOrder {
  symbol: string;
  exposure: string;
  barTime: number;
}

/** Decides whether a bot may open a new trade now. Closing is always allowed. */
export type EntryGate = (bot: EntryBot, order: EntryOrder) => EntryDecision | Promise<EntryDecision>;

interface EntryBot {
  botId: string;
  feed: FeedKind;
  config: BotConfig;
}

interface GatedBot extends EntryBot {
  state: BotState;
  pool: { openTrade: { exposure: string } | null };
}

/**
 * Removes the order to open a trade from a bot's state when the gate does not allow it, or reduces it. The gate is asked only
 * when there is such an order. When a crash came after the opening was recorded, the event is played again and the order
 * stays with the recorded exposure, whatever the gate says: the trade is open, and the bot's state must include it.
 */
export async function limitEntry(
  bot: GatedBot,
  { symbol, barTime }: Pick<EntryOrder, "symbol" | "barTime">,
  mayEnter: EntryGate,
): Promise<BotState> {
  const { state, pool } = bot;
  const { pending } = state;
  if (pending?.symbol !== symbol || pending.action.kind !== "enter") return state;
  if (pool.openTrade !== null && state.openTrade === null) return setExposure(state, pending, pool.openTrade.exposure);
  const decision = await mayEnter(bot, { symbol, barTime, exposure: pending.action.exposure });
  if (decision === true) return state;
  return decision === false ? { ...state, pending: null } : setExposure(state, pending, decision.exposure);
}

function setExposure(state: BotState, pending: PendingOrder, exposure: string): BotState {
  const { action } = pending;
  if (action.kind !== "enter" || action.exposure === exposure) return state;
  return { ...state, pending: { ...pending, action: { ...action, exposure } } };
}
