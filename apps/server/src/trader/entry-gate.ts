import { dropWaitingEntries, type BotConfig, type BotState } from "@wazi/trading";

/** Returns true when a bot may open a new trade in a symbol now. Closing is always allowed. */
export type EntryGate = (bot: { botId: string; config: BotConfig }, symbol: string) => boolean | Promise<boolean>;

interface GatedBot {
  botId: string;
  config: BotConfig;
  state: BotState;
  pool: { openTrade: object | null };
}

/**
 * Removes the orders to open a trade (for the next open, and a resting one) from a bot's state when the gate does not allow it. The gate is asked only when there
 * is such an order. When a crash came after the opening was recorded, the event is played again and the order stays,
 * whatever the gate says: the trade is open, and the bot's state must include it.
 */
export async function dropRefusedEntry(bot: GatedBot, symbol: string, mayEnter: EntryGate): Promise<BotState> {
  const { state, pool } = bot;
  const without = dropWaitingEntries(state, symbol);
  if (without === state) return state;
  const isRecorded = pool.openTrade !== null && state.openTrade === null;
  return isRecorded || (await mayEnter(bot, symbol)) ? state : without;
}
