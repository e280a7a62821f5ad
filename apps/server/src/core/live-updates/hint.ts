import { liveUpdateTypes, type LiveUpdateType } from "@wazi/contracts";
import type { Operation, TransactionKind } from "../ledger/operation.ts";

/** The channel on which processes tell each other what there is to be read again. */
export const HINT_CHANNEL = "wazi_updates";

/** Something has changed; for one user, or for everybody. Never more than a wake-up: what changed is read from the tables. */
export interface Hint {
  type: LiveUpdateType;
  userId?: string;
  botId?: string;
}

/** Kinds of transactions that close a position without a click at that moment. */
const closedAutomatically: ReadonlySet<TransactionKind> = new Set(["stop-loss", "take-profit", "winding-up"]);

/** What an operation that was posted makes worth reading again. */
export function listHints({ transaction, writes = {} }: Operation): Hint[] {
  const hints: Hint[] = [];
  for (const { account } of transaction?.entries ?? []) {
    const [, userId] = /^user:([^:]+):/.exec(account) ?? [];
    if (userId !== undefined) hints.push({ type: "account", userId });
  }
  for (const row of writes.positions ?? []) {
    hints.push({ type: "position", userId: row.userId, botId: row.botId });
    if (transaction && closedAutomatically.has(transaction.kind)) hints.push({ type: "notice", userId: row.userId });
  }
  for (const row of writes.exits ?? []) hints.push({ type: "notice", userId: row.userId });
  for (const row of writes.deposits ?? []) hints.push({ type: "deposit", userId: row.userId });
  for (const row of writes.withdrawals ?? []) hints.push({ type: "withdrawal", userId: row.userId });
  for (const row of writes.botTrades ?? []) hints.push({ type: "trade", botId: row.botId });
  return hints;
}

/** What a notification says; nothing of what is no list of hints. */
export function parseHints(payload: string): Hint[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    // Anybody with a connection can notify a channel: what is not ours is not looked at.
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isHint) : [];
}

const types: ReadonlySet<unknown> = new Set(liveUpdateTypes);
const isTextOrNothing = (value: unknown): boolean => value === undefined || typeof value === "string";

function isHint(value: unknown): value is Hint {
  if (typeof value !== "object" || value === null) return false;
  const { type, userId, botId } = value as Record<string, unknown>;
  return types.has(type) && isTextOrNothing(userId) && isTextOrNothing(botId);
}
