import { DAY_MS } from "@wazi/contracts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import { runLedgerDays } from "./days/store-ledger-days.ts";
import { bookMetrics, readBookMetrics } from "./reconciliation/book-metrics.ts";
import { ledgerSettings } from "./settings.ts";

const KEY_KEPT_MS = DAY_MS;
const CHECKPOINT_KEPT_MS = 90 * DAY_MS;
const RESULT_KEPT_MS = 730 * DAY_MS;

interface Parts {
  sql: Sql;
  now: () => Date;
}

/** Money and its entries. It has no calls: later nouns use its functions. */
export const ledger = defineModule({
  settings: ledgerSettings,
  retention: [
    { table: "idempotency_keys", column: "stored_at", keptMs: KEY_KEPT_MS },
    // A result with differences is evidence of a fault, and stays.
    { table: "reconciliations", column: "checked_at", keptMs: RESULT_KEPT_MS, where: "differences = 0" },
    // The next comparison of the books starts from the latest one.
    {
      table: "ledger_checkpoints",
      column: "taken_at",
      keptMs: CHECKPOINT_KEPT_MS,
      where: "id < (select max(id) from ledger_checkpoints)",
    },
  ],
  metrics: [bookMetrics],
  open: ({ sql, now }: Parts): OpenedModule => ({
    addRoutes: () => undefined,
    jobs: [{ name: "the sums of days", in: "every", start: ({ log }) => runLedgerDays({ sql, now }, log) }],
    checks: [],
    metrics: [readBookMetrics(sql)],
  }),
});
