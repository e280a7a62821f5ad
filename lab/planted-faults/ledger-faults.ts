import type { PlantedFault } from "./planted-fault.ts";

const appointmentTests = ["apps/server/src/people/administrators/appointments.test.ts"];
const DOOR = "apps/server/src/platform/db/functions/door.sql";
const POST = "apps/server/src/ledger/door/post.ts";
const POOL = "apps/server/src/platform/db/pool.ts";
const KEYS = "apps/server/src/platform/db/functions/idempotency.sql";
const lockTests = ["tests/races/lock-order.test.ts"];
const keyTests = ["tests/races/idempotency.test.ts", "apps/server/src/ledger/idempotency/register-money-call.test.ts"];
const rowTests = ["tests/races/second-rows.test.ts"];

/** Mistakes in locks, uniques, commits and stored keys. */
export const ledgerFaults: readonly PlantedFault[] = [
  {
    id: "accounts-are-not-locked",
    kind: "lock",
    file: DOOR,
    text: "where code = any(account_locks_code) order by id for no key update\n",
    replacement: "where code = any(account_locks_code)\n",
    tests: [...lockTests, "tests/races/withdrawal-control-races.test.ts", "tests/races/adjustment-races.test.ts"],
  },
  {
    id: "accounts-are-locked-in-any-order",
    kind: "lock",
    file: DOOR,
    text: "where code = any(account_locks_code) order by id for no key update\n",
    replacement: "where code = any(account_locks_code) order by random() for no key update\n",
    tests: lockTests,
  },
  {
    id: "pools-are-locked-in-any-order",
    kind: "lock",
    file: DOOR,
    text: "from unnest(pool_locks_bot_id, pool_locks_is_exclusive) p (bot_id, is_exclusive) order by 1",
    replacement: "from unnest(pool_locks_bot_id, pool_locks_is_exclusive) p (bot_id, is_exclusive) order by random()",
    tests: lockTests,
  },
  {
    id: "exclusive-pool-lock-is-shared",
    kind: "lock",
    file: DOOR,
    text: "case when l.is_exclusive then pg_advisory_xact_lock(l.lock_key) else pg_advisory_xact_lock_shared(l.lock_key) end",
    replacement: "pg_advisory_xact_lock_shared(l.lock_key)",
    tests: lockTests,
  },
  {
    id: "two-pending-deposits",
    kind: "unique",
    file: "apps/server/src/platform/db/migrations/0005-deposits.sql",
    text: "create unique index one_pending_deposit_each on deposits (user_id) where status = 'pending';",
    replacement: "create index one_pending_deposit_each on deposits (user_id) where status = 'pending';",
    tests: ["tests/races/money-races.test.ts", "tests/races/rail-races.test.ts"],
  },
  {
    id: "hash-differs-by-its-spelling",
    kind: "unique",
    file: "apps/server/src/platform/db/migrations/0005-deposits.sql",
    text: "  on deposits (lower(regexp_replace(transaction_hash, '^0[xX]', ''))) where transaction_hash is not null;",
    replacement: "  on deposits (transaction_hash) where transaction_hash is not null;",
    tests: rowTests,
  },
  {
    id: "two-pending-withdrawals",
    kind: "unique",
    file: "apps/server/src/platform/db/migrations/0006-withdrawals.sql",
    text: "create unique index one_pending_withdrawal_each on withdrawals (user_id)",
    replacement: "create index one_pending_withdrawal_each on withdrawals (user_id)",
    tests: rowTests,
  },
  {
    id: "operation-is-posted-twice",
    kind: "unique",
    file: DOOR,
    text: "    when exists (select from ledger_transactions t where t.operation_id = o.id) then 'posted'\n",
    replacement: "",
    tests: ["tests/races/resent-operations.test.ts", "apps/server/src/ledger/door/post.test.ts"],
  },
  {
    id: "two-waiting-exits",
    kind: "unique",
    file: "apps/server/src/platform/db/migrations/0008-investing.sql",
    text: "create unique index one_waiting_exit_each on exits (user_id, bot_id) where status = 'pending';",
    replacement: "create unique index one_waiting_exit_each on exits (user_id, bot_id, id) where status = 'pending';",
    tests: rowTests,
  },
  {
    id: "posted-before-the-door-is-called",
    kind: "acknowledged before commit",
    file: POST,
    text: "    const outcomes = await callDoor(\n",
    replacement: '    for (const { resolve } of batch) resolve("posted");\n    const outcomes = await callDoor(\n',
    tests: ["apps/server/src/ledger/door/post.test.ts", "tests/races/money-races.test.ts"],
  },
  {
    id: "lost-connection-counts-as-posted",
    kind: "acknowledged before commit",
    file: POST,
    text: "      if (!isConnectionLost(error) || delay === undefined) throw error;",
    replacement:
      '      if (isConnectionLost(error)) return operations.map(() => "posted");\n      if (delay === undefined) throw error;',
    tests: ["apps/server/src/ledger/door/post.test.ts"],
  },
  {
    id: "commit-is-not-awaited",
    kind: "acknowledged before commit",
    file: POOL,
    text: '    const { command } = await client.query("commit").catch(rethrow);',
    replacement: '    const command: string = "COMMIT";\n    void client.query("commit").catch(() => undefined);',
    tests: ["apps/server/src/platform/db/pool.test.ts"],
  },
  {
    id: "commit-does-not-wait-for-the-disk",
    kind: "acknowledged before commit",
    file: "apps/server/src/platform/db/connection-settings.ts",
    text: '  TimeZone: "UTC",',
    replacement: '  TimeZone: "UTC",\n  synchronous_commit: "off",',
    tests: ["apps/server/src/platform/db/pool.test.ts"],
  },
  {
    id: "key-with-another-payload",
    kind: "idempotency",
    file: "apps/server/src/ledger/idempotency/register-money-call.ts",
    text: "  if (stored.payloadHash !== payloadHash) {",
    replacement: "  if (stored.payloadHash === undefined) {",
    tests: keyTests,
  },
  {
    id: "key-of-another-call",
    kind: "idempotency",
    file: "apps/server/src/ledger/idempotency/store.ts",
    text: "  where user_id = asked.owner and call = asked.called and key = asked.under and key_is_kept(stored_at)`;",
    replacement:
      "  where user_id = asked.owner and asked.called <> '' and key = asked.under and key_is_kept(stored_at)`;",
    tests: keyTests,
  },
  {
    id: "key-of-another-user",
    kind: "idempotency",
    file: "apps/server/src/ledger/idempotency/store.ts",
    text: "  where user_id = asked.owner and call = asked.called and key = asked.under and key_is_kept(stored_at)`;",
    replacement:
      "  where asked.owner is not null and call = asked.called and key = asked.under and key_is_kept(stored_at)`;",
    tests: keyTests,
  },
  {
    id: "running-key-without-its-user",
    kind: "idempotency",
    file: "apps/server/src/ledger/idempotency/register-money-call.ts",
    text: "  const name = JSON.stringify([userId, call, key]);",
    replacement: "  const name = JSON.stringify([call, key]);",
    tests: keyTests,
  },
  {
    id: "answered-key-is-overwritten",
    kind: "idempotency",
    file: DOOR,
    text: "        where k.stored_at <= keys_expire_before() or (k.status is null and k.payload_hash = excluded.payload_hash)\n",
    replacement: "        where true\n",
    tests: ["apps/server/src/ledger/door/post.test.ts", ...keyTests],
  },
  {
    id: "keys-expire-within-the-hour",
    kind: "window bound",
    file: KEYS,
    text: "  select now() - interval '24 hours'",
    replacement: "  select now() - interval '24 minutes'",
    tests: keyTests,
  },
  {
    id: "accomplice-counts-at-once",
    kind: "permission",
    file: "apps/server/src/platform/db/functions/acts.sql",
    text: "a.confirmed_at + interval '72 hours' from appointments",
    replacement: "a.confirmed_at from appointments",
    tests: appointmentTests,
  },
  {
    id: "accomplice-asks-and-appointer-agrees",
    kind: "permission",
    file: "apps/server/src/platform/db/functions/acts.sql",
    text: "appointer_waits_until(first, second))",
    replacement: "eligible_from(second))",
    tests: appointmentTests,
  },
  {
    id: "second-person-is-not-checked-when-posting",
    kind: "permission",
    file: DOOR,
    text: "if expects ? 'secondAdministrators' then",
    replacement: "if expects ? 'secondAdministrator' then",
    tests: appointmentTests,
  },
];
