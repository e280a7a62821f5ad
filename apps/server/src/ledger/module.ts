import { DAY_MS } from "@wazi/contracts";
import type { Noun } from "../platform/module.ts";
import { ledgerSettings } from "./settings.ts";

const KEY_KEPT_MS = DAY_MS;
const CHECKPOINT_KEPT_MS = 90 * DAY_MS;
const RESULT_KEPT_MS = 730 * DAY_MS;

/** Money and its entries. It has no calls and no jobs of its own: later nouns use its functions. */
export const ledger: Noun = {
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
};
