import { DAY_MS } from "@wazi/contracts";
import type { PartitionRule, RetentionRule } from "../platform/retention/retention-rule.ts";
import { DEVICE_LIFETIME_MS } from "../platform/http/session.ts";

const KEY_KEPT_MS = DAY_MS;
const SENT_MAIL_KEPT_MS = 30 * DAY_MS;
const FAILED_MAIL_KEPT_MS = 90 * DAY_MS;
const CHECKPOINT_KEPT_MS = 90 * DAY_MS;
const RESULT_KEPT_MS = 730 * DAY_MS;

/** docs/reference/retention.md says for every table how long its rows are kept. A test compares the two. */
export const retentionRules: readonly RetentionRule[] = [
  { table: "sessions", column: "expires_at", keptMs: 0 },
  { table: "throttles", column: "expires_at", keptMs: 0 },
  { table: "passkey_challenges", column: "expires_at", keptMs: 0 },
  { table: "account_links", column: "expires_at", keptMs: 0 },
  { table: "known_devices", column: "last_used_at", keptMs: DEVICE_LIFETIME_MS },
  { table: "idempotency_keys", column: "stored_at", keptMs: KEY_KEPT_MS },
  { table: "mail_outbox", column: "sent_at", keptMs: SENT_MAIL_KEPT_MS },
  { table: "mail_outbox", column: "failed_at", keptMs: FAILED_MAIL_KEPT_MS },
  // A result with differences is evidence of a fault, and stays.
  { table: "reconciliations", column: "checked_at", keptMs: RESULT_KEPT_MS, where: "differences = 0" },
  // The next comparison of the books starts from the latest one.
  {
    table: "ledger_checkpoints",
    column: "taken_at",
    keptMs: CHECKPOINT_KEPT_MS,
    where: "id < (select max(id) from ledger_checkpoints)",
  },
];

/** Charts show up to 1,000 candles from any time, and a bot's start reads 90 days of hours. */
export const partitionRules: readonly PartitionRule[] = [{ table: "candle_hours", column: "bar_time", keptMonths: 24 }];
