import { MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import { removeExpiredKeys } from "./core/idempotency/store.ts";
import { deleteEndedLinks } from "./core/identity/account-link-store.ts";
import { removeExpired } from "./core/identity/sessions.ts";
import { removeOldMails } from "./core/mail/send-mails.ts";
import { storeLedgerDays } from "./core/ledger-days/store-ledger-days.ts";
import type { Sql } from "./db/pool.ts";
import { compactHeartbeats } from "./features/status/compact-heartbeats.ts";

const INTERVAL_MS = 10 * MINUTE_MS;
const LINKS_PER_ROUND = 1_000;

/** Removes expired sessions, sign-in counts, idempotency keys and old mails every 10 minutes, and adds up finished days. */
export function runHousekeeping(sql: Sql, now: () => Date, log: Pick<BaseLogger, "warn">): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = Promise.all([
      removeExpired({ sql, now }),
      removeExpiredKeys(sql),
      compactHeartbeats({ sql, now }),
      removeOldMails({ sql, now }),
      deleteEndedLinks(sql, now(), LINKS_PER_ROUND),
      storeLedgerDays({ sql, now }),
    ]).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, "housekeeping failed; it runs again in 10 minutes"),
    );
  }, INTERVAL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
