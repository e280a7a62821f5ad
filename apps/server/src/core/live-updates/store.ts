import type { Queryable } from "../../db/pool.ts";
import { HINT_CHANNEL } from "./hint.ts";

/** Sends notifications, in a transaction that writes nothing and so waits for no disk. */
export async function notifyAll(sql: Queryable, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${HINT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`;
}
