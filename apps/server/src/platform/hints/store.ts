import type { Queryable } from "../db/pool.ts";
import { HINT_CHANNEL } from "./hint.ts";

/** Sends notifications in a transaction that writes no data, so the commit does not wait for the disk. */
export async function notifyAll(sql: Queryable, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${HINT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`;
}

/**
 * Tells all processes, at the commit, that sessions of a user have ended. Only for transactions that are rare, because a
 * notification makes commits wait for each other.
 */
export async function announceEndedSessions(tx: Queryable, userId: string): Promise<void> {
  await tx`select pg_notify(${HINT_CHANNEL}, ${JSON.stringify([{ type: "sessions", userId }])})`;
}
