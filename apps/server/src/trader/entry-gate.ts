import type { BotConfig, BotState } from "@wazi/trading";

/** Whether a bot may open a new trade in a symbol now. What is open is always closed. */
export type EntryGate = (bot: { config: BotConfig }, symbol: string) => boolean;

/** The state without an order to open a trade in a symbol where none may be opened. */
export function dropRefusedEntry(state: BotState, symbol: string, isAllowed: boolean): BotState {
  const { pending } = state;
  if (isAllowed || pending?.symbol !== symbol || pending.action.kind !== "enter") return state;
  return { ...state, pending: null };
}
