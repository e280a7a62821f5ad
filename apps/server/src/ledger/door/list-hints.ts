import type { Hint } from "../../platform/hints/hint.ts";
import type { Operation, TransactionKind } from "./operation.ts";

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
