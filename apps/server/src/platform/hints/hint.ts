import { liveUpdateTypes, type LiveUpdateType } from "@wazi/contracts";
import type { Operation, TransactionKind } from "../../ledger/door/operation.ts";

/** The channel on which processes send each other hints. */
export const HINT_CHANNEL = "wazi_updates";

/** Tells that data of one user, or of all users, has changed. It has no figures: the reader reads the tables again. */
export interface Hint {
  /** `sessions` is for the processes alone: streams of sessions that have ended are closed. */
  type: LiveUpdateType | "sessions";
  userId?: string;
  botId?: string;
}

/** Kinds of transactions that close a position without a request at that moment. */
const closedAutomatically: ReadonlySet<TransactionKind> = new Set(["stop-loss", "take-profit", "winding-up"]);

/** Lists the hints for a posted operation. */
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

/** Parses a notification. Everything that is not a hint is ignored. */
export function parseHints(payload: string): Hint[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    // Any database client can notify the channel, so unknown payloads are ignored.
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isHint) : [];
}

const types: ReadonlySet<unknown> = new Set([...liveUpdateTypes, "sessions"]);
const isTextOrNothing = (value: unknown): boolean => value === undefined || typeof value === "string";

function isHint(value: unknown): value is Hint {
  if (typeof value !== "object" || value === null) return false;
  const { type, userId, botId } = value as Record<string, unknown>;
  return types.has(type) && isTextOrNothing(userId) && isTextOrNothing(botId);
}
