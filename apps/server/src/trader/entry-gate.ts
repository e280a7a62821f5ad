import type { BotConfig, BotState } from "@wazi/trading";

/** Whether a bot may open a new trade in a symbol now. What is open is always closed. */
export type EntryGate = (bot: { botId: string; config: BotConfig }, symbol: string) => boolean | Promise<boolean>;

interface GatedBot {
  botId: string;
  config: BotConfig;
  state: BotState;
  pool: { openTrade: object | null };
}

/**
 * A bot's state without an order to open a trade in a symbol where none may be opened; the gate is asked when there is
 * such an order and no sooner. An event that was cut short after its opening had been recorded is played again as it was,
 * whatever the gate says by now: the trade is open, and the bot must know.
 */
export async function dropRefusedEntry(bot: GatedBot, symbol: string, mayEnter: EntryGate): Promise<BotState> {
  const { state, pool } = bot;
  const { pending } = state;
  if (pending?.symbol !== symbol || pending.action.kind !== "enter") return state;
  const isRecorded = pool.openTrade !== null && state.openTrade === null;
  return isRecorded || (await mayEnter(bot, symbol)) ? state : { ...state, pending: null };
}
