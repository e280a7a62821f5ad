import type { BaseLogger } from "pino";
import { removeExpiredKeys } from "./core/idempotency/store.ts";
import { removeExpired } from "./core/identity/sessions.ts";
import { keepLedgerDays } from "./core/ledger-days/keep-days.ts";
import type { Sql } from "./db/pool.ts";
import { compactHeartbeats } from "./features/status/compact-heartbeats.ts";

const EVERY_MS = 10 * 60_000;

/** Now and then removes what has run out (sessions, sign-in counts, idempotency keys), and adds up what is over. */
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = Promise.all([
      removeExpired({ sql, now }),
      removeExpiredKeys(sql),
      compactHeartbeats({ sql, now }),
      keepLedgerDays({ sql, now }),
    ]).then(
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
