import { railChecks } from "../bank/rail-checks/rail-checks.ts";
import { saveReconciliation, type Totals } from "../ledger/reconciliation/store.ts";
import { checkNames, findDifferences } from "../ledger/reconciliation/compare-books.ts";
import type { Difference } from "../ledger/reconciliation/difference.ts";
import {
  compareWithVenue,
  type OurPositionReader,
  venueCheckNames,
  type VenueTotals,
} from "../ledger/reconciliation/venue/store.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { missingMigrations } from "../platform/db/migrate.ts";
import { isConnectionLost } from "../platform/db/database-errors.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { openBrokers } from "../trader/venue/open-venue.ts";
import { answerHelp, readOptions, reportFailure } from "../platform/process/command-line.ts";
import { StartError } from "../platform/process/start-error.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings } from "../start/settings/settings.ts";
import type { Broker } from "../trader/venue/broker.ts";
import { readOurQuantities } from "../trader/venue/store.ts";

const USAGE = `npm run reconcile [-- --json]

Checks that every stored figure equals the sum of its ledger entries, from the first entry on, in one snapshot of the
database and without a time limit. Runs alone, or beside a running instance on the same DATA_DIR or DATABASE_URL. Compares
the payments over each rail with the ledger, and with the imported statements. With a live broker in the settings, also
compares our orders with the positions and fills of the venue. Checks the checkpoint that the hourly comparison starts
from, and stores a new one when the ledger has no difference. A check that takes long is named on standard error.

  --json  prints one JSON object

Exit codes: 0 when there is no difference, 1 when there are differences (printed with their accounts), 2 when the check
could not run.`;

/** While the checks run, the current one is named this often. */
const MENTIONED_EVERY_MS = 5_000;
const MS_PER_SECOND = 1_000;
const DIFFERS = 1;
const COULD_NOT_RUN = 2;

interface Result {
  differences: Difference[];
  totals: Totals;
  /** One for each live broker. */
  venues?: ({ name: string } & VenueTotals)[];
}

function countChecks({ venues = [] }: Result): number {
  return checkNames.length + railChecks.names.length + venues.length * venueCheckNames.length;
}

function formatReport(result: Result): string {
  const { differences, totals, venues = [] } = result;
  const lines = [
    `${totals.transactions} transactions, ${totals.entries} entries, ${totals.accounts} accounts, ${totals.positions} positions, ${totals.trades} trades`,
    `owed to investors: ${totals.owed}, in pools: ${totals.pooled}`,
    ...venues.map(formatVenue),
    ...differences.map(
      ({ check, subject, expected, actual }) => `DIFFERS  ${subject}: ${actual}, expected ${expected} (${check})`,
    ),
    differences.length === 0
      ? `Reconciled: ${countChecks(result)} checks, no differences.`
      : `Not reconciled: ${differences.length} differences.`,
  ];
  return lines.join("\n");
}

function formatVenue({
  name,
  poolsGained,
  venueGained,
  fees,
  slippage,
  bookings,
}: { name: string } & VenueTotals): string {
  const booked = bookings === null ? "" : `; dividends, interest and charges of the last 30 days: ${bookings}`;
  return `gain of the pools in the ledger: ${poolsGained}; gain of the fills at ${name}: ${venueGained} after fees of ${fees}, slippage ${slippage}${booked}`;
}

const UNDEFINED_TABLE = "42P01";

/** A database on which Wazi has never started has no list of migrations. */
function toMissingMigrations(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return ["all"];
  if (isConnectionLost(error)) throw new StartError((error as Error).message);
  throw error;
}

async function reconcile(url: string, brokers: readonly Broker[]): Promise<Result> {
  // One connection, as the owner of the database, who can read every row.
  const sql: Sql = openPool(url, {
    ...{ max: 1, role: null, applicationName: "wazi reconcile" },
    ...{ queryTimeoutMs: 0, statementTimeoutMs: 0 },
  });
  try {
    const missing = await missingMigrations(sql).catch(toMissingMigrations);
    if (missing.length > 0)
      throw new StartError(`The database is not migrated (missing: ${missing.join(", ")}). Start Wazi on it once.`);
    const result = await compare(sql, brokers);
    // The status page shows the time and the result of the last reconciliation.
    await saveReconciliation(sql, {
      checkedAt: new Date(),
      checks: countChecks(result),
      differences: result.differences.length,
      since: null,
    });
    return result;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const readOurs: OurPositionReader = (sql, broker) => readOurQuantities(sql, broker, new Date());

async function compare(sql: Sql, brokers: readonly Broker[]): Promise<Result> {
  const result = await withProgress((onCheck) =>
    findDifferences(sql, { further: railChecks, storesCheckpoint: true, onCheck }),
  );
  const compared: Result = { ...result, venues: [] };
  for (const broker of brokers) {
    const { name } = broker;
    const { differences, totals } = await compareWithVenue(sql, broker, readOurs).catch((error: unknown) => {
      throw new StartError(`${name} did not answer: ${error instanceof Error ? error.message : String(error)}`);
    });
    compared.differences = [...compared.differences, ...differences];
    compared.venues?.push({ name, ...totals });
  }
  return compared;
}

/** Names the current check on standard error while the comparison takes long. */
async function withProgress<T>(
  run: (onCheck: (name: string, number: number, of: number) => void) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let current = "";
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / MS_PER_SECOND);
    process.stderr.write(`${seconds} s: check ${current}\n`);
  }, MENTIONED_EVERY_MS);
  try {
    return await run((name, number, of) => (current = `${number} of ${of}, ${name}`));
  } finally {
    clearInterval(timer);
  }
}

async function main(): Promise<number> {
  if (answerHelp(USAGE)) return 0;
  const { json: isJson = false } = readOptions({ options: { json: { type: "boolean" } } }).values;
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const database = await openCommandDatabase(toOwnerUrl(settings), dataDir);
  try {
    const result = await reconcile(
      database.url,
      openBrokers(settings, () => new Date()),
    );
    const text = isJson
      ? JSON.stringify({ reconciled: result.differences.length === 0, ...result })
      : formatReport(result);
    process.stdout.write(`${text}\n`);
    return result.differences.length === 0 ? 0 : DIFFERS;
  } finally {
    await database.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => reportFailure(error, COULD_NOT_RUN),
);
