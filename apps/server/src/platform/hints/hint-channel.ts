import type { Listener, ListenHandlers } from "../db/listen.ts";
import type { Sql } from "../db/pool.ts";
import { HINT_CHANNEL } from "./hint.ts";
import { notifyAll } from "./store.ts";

/**
 * Carries hints between processes. It is never the truth: a lost hint only delays a screen, because screens read the
 * tables, and also poll.
 */
export interface HintChannel {
  /** @param payloads lists of hints as JSON, each of less than 8,000 bytes */
  send(payloads: readonly string[]): Promise<void>;
  /** Listens until it is stopped, and never throws. */
  listen(handlers: ListenHandlers): Listener;
}

/** PostgreSQL's own notifications. */
export function createDatabaseHints(sql: Sql): HintChannel {
  return {
    send: (payloads) => notifyAll(sql, payloads),
    listen: (handlers) => sql.listen(HINT_CHANNEL, handlers),
  };
}

/**
 * Passes on what the database's own triggers announce (functions/live-updates.sql), when another channel carries the
 * hints. One process is enough: the one that trades.
 */
export function forwardDatabaseHints(sql: Sql, channel: HintChannel, isForwarding: () => boolean): Listener {
  return sql.listen(HINT_CHANNEL, {
    onMessage: (payload) => {
      if (isForwarding()) channel.send([payload]).catch(() => undefined);
    },
    onListening: () => undefined,
  });
}
