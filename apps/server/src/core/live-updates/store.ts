import type { Queryable } from "../../db/pool.ts";
import { HINT_CHANNEL } from "./hint.ts";

/** Sends notifications in a transaction that writes no data, so the commit does not wait for the disk. */
export async function notifyAll(sql: Queryable, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${HINT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`;
}
