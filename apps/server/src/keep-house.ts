import type { BaseLogger } from "pino";
import { removeExpiredKeys } from "./core/idempotency/store.ts";
import { removeExpired } from "./core/identity/sessions.ts";
import type { Sql } from "./db/pool.ts";

const EVERY_MS = 10 * 60_000;

/** Removes now and then what has run out: sessions, sign-in counts, idempotency keys. */
export function keepHouse(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = Promise.all([removeExpired({ sql, now }), removeExpiredKeys(sql)]).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, "cleaning up failed; it is tried again later"),
    );
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
