import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StatementFault } from "./actor.ts";

const DOOR = fileURLToPath(new URL("../../../apps/server/src/platform/db/functions/door.sql", import.meta.url));
const ACCOUNT_LOCKS =
  "  perform 1 from ledger_accounts where code = any(account_locks_code) order by id for no key update;\n";

/** A mistake in an SQL text. Unlike those of `npm run wazi -- plant-faults`, it is the same in every run. */
interface InterleavingFault extends StatementFault {
  id: string;
  /** The search begins with this seed. Seeds before it do not find the fault. */
  firstSeed: number;
}

/** Mistakes in the locks of the ledger's door. */
export const lockFaults: readonly InterleavingFault[] = [
  { id: "accounts-are-not-locked", firstSeed: 2, text: ACCOUNT_LOCKS, replacement: "" },
  {
    id: "accounts-are-locked-in-another-order-by-some-calls",
    firstSeed: 114,
    text: ACCOUNT_LOCKS,
    replacement: ACCOUNT_LOCKS.replace(
      "order by id",
      "order by id * case when operations_kind[1] in ('withdrawal-hold', 'deactivation') then -1 else 1 end",
    ),
  },
  {
    id: "pools-are-locked-in-another-order",
    firstSeed: 42,
    text: "from unnest(pool_locks_bot_id, pool_locks_is_exclusive) p (bot_id, is_exclusive) order by 1\n",
    replacement: "from unnest(pool_locks_bot_id, pool_locks_is_exclusive) p (bot_id, is_exclusive) order by 1 desc\n",
  },
  {
    id: "exclusive-pool-lock-is-shared",
    firstSeed: 11,
    text: "case when l.is_exclusive then pg_advisory_xact_lock(l.lock_key) else pg_advisory_xact_lock_shared(l.lock_key) end",
    replacement: "pg_advisory_xact_lock_shared(l.lock_key)",
  },
];

/** Mistakes in what becomes of an order whose answer is on its way. Only the steps of the venue bring them to light. */
export const orderFaults: readonly InterleavingFault[] = [
  {
    id: "an-order-on-its-way-counts-as-lost",
    firstSeed: 12,
    text: "extract(epoch from clock_timestamp() - sent_at)",
    replacement: "extract(epoch from clock_timestamp() - sent_at + interval '30 minutes')",
  },
];

/** The SQL of the ledger's door with a fault in it. */
export function plantInDoor(fault: InterleavingFault): string {
  const source = readFileSync(DOOR, "utf8");
  if (source.split(fault.text).length !== 2) throw new Error(`${fault.id}: its text must be in door.sql once`);
  return source.replace(fault.text, () => fault.replacement);
}
