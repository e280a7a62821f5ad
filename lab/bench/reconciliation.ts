import {
  checkNames,
  compareBooks,
  findDifferences,
} from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import { saveReconciliation } from "../../apps/server/src/ledger/reconciliation/store.ts";
import { storeLedgerDays } from "../../apps/server/src/ledger/days/store-ledger-days.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { railChecks } from "../../apps/server/src/bank/rail-checks/rail-checks.ts";
import { readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";
import { addEntries, ENTRIES_EACH, seedBooks } from "./volume/seed-compared-books.ts";

/**
 * Measures two comparisons of the books: of new entries since a checkpoint, and of all entries. `--entries` is the number
 * before the checkpoint, and `--new` the number after it. The defaults are for the usual run; large books have 10000000 and 100000.
 */
const ENTRIES = readNumber("entries", 400_000);
const NEW_ENTRIES = readNumber("new", 20_000);
const RUNS = 3;
const TIMEOUT_MS = 60_000;

async function timeMs(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function compareAll(sql: Sql): Promise<void> {
  const { differences } = await findDifferences(sql, { further: railChecks, storesCheckpoint: true });
  if (differences.length > 0) throw new Error(`The seeded books differ: ${JSON.stringify(differences)}`);
  // Small books would be compared completely once more.
  await saveReconciliation(sql, { checkedAt: new Date(), checks: checkNames.length, differences: 0, since: null });
}

async function compareSince(sql: Sql): Promise<void> {
  const comparison = await compareBooks(sql, { further: railChecks, totalMs: TIMEOUT_MS, now: () => new Date() });
  if (!comparison?.since || comparison.differences.length > 0)
    throw new Error(`The books differ, or there is no checkpoint: ${JSON.stringify(comparison)}`);
}

const result = await withDatabase(async ({ url }) => {
  const unhurried = openPool(url, { role: null, max: 1, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  const application = openPool(url, { max: 1, queryTimeoutMs: 0 });
  try {
    await seedBooks(unhurried, Math.ceil(ENTRIES / ENTRIES_EACH));
    await storeLedgerDays({ sql: unhurried, now: () => new Date() });
    const complete = await timeMs(() => compareAll(unhurried));
    await addEntries(unhurried, NEW_ENTRIES);
    const since: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // A comparison that stores a checkpoint would leave nothing for the next one.
      since.push(await timeMs(() => compareSince(application)));
      await unhurried.unsafe("delete from ledger_checkpoints where id > (select min(id) from ledger_checkpoints)");
    }
    return {
      name: "reconciliation",
      value: roundTo(Math.max(...since) / 1_000, 2),
      unit: `s since a checkpoint, ${NEW_ENTRIES} new entries after ${ENTRIES}`,
      runs: since.map((ms) => Math.round(ms)),
      completeSeconds: roundTo(complete / 1_000, 1),
    };
  } finally {
    await unhurried.end();
    await application.end();
  }
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
