import { HOUR_MS } from "@wazi/contracts";
import { type Queryable, SNAPSHOT, type Sql, type Tx } from "../../platform/db/pool.ts";
import {
  CHECKPOINT_CHECK,
  countLedgerTransactions,
  deleteCheckpoints,
  findLatestCheckpoint,
  insertCheckpoint,
  LEDGER_START,
  type LedgerPosition,
  listCheckpointDifferences,
  type MovedSince,
  sumMovedSince,
} from "./checkpoints/store.ts";
import { checksOfTotals, checksSince } from "./since/store.ts";
import {
  checks,
  preferIndexes,
  readLatestResults,
  readTotals,
  type ReconciliationResult,
  setStatementTimeout,
  takeComparisonLock,
  type Totals,
} from "./store.ts";
import type { Difference, FoundDifference } from "./difference.ts";

/** The same as the pool's statement timeout. */
const MAX_CHECK_MS = 15_000;
/** Books with up to this many transactions are small: all entries are compared without the command, mostly once a day. */
const MAX_SMALL_TRANSACTIONS = 200_000;
const COMPLETE_AFTER_MS = 23 * HOUR_MS;
/** With fewer transactions since the checkpoint, no new one is stored, and they are compared again the next time. */
const MIN_NEW_TRANSACTIONS = 20_000;

export const checkNames: readonly string[] = [...Object.keys(checks), CHECKPOINT_CHECK];
export const checkNamesSince: readonly string[] = [...Object.keys(checksSince), ...Object.keys(checksOfTotals)];

/** There is no checkpoint to start from, and the books are too large to compare all of them with a time limit. */
export class NoCheckpointError extends Error {
  constructor() {
    super("The books are too large to compare here without a checkpoint. Run npm run reconcile on the server first.");
  }
}

interface CompleteOptions {
  further?: FurtherChecks;
  /** Stores a checkpoint if the checks above find no difference. The connection needs the right to write. */
  storesCheckpoint?: boolean;
  /** Called before each check. */
  onCheck?: (name: string, number: number, of: number) => void;
}

/**
 * Runs every check of all entries on one snapshot of the database, without a time limit. Other transactions continue
 * meanwhile.
 */
export function findDifferences(
  sql: Sql,
  options: CompleteOptions = {},
): Promise<{ differences: Difference[]; totals: Totals }> {
  return sql.begin(options.storesCheckpoint ? SNAPSHOT_THAT_WRITES : SNAPSHOT, async (tx) => {
    await setStatementTimeout(tx, 0);
    const differences = await runCompleteChecks(tx, options);
    return { differences, totals: await readTotals(tx) };
  });
}

const SNAPSHOT_THAT_WRITES = "isolation level repeatable read";

interface Comparison {
  differences: Difference[];
  checks: number;
  /** The time of the checkpoint that it started from; null when all entries were compared. */
  since: Date | null;
}

/**
 * Compares what has come since the latest checkpoint, and the totals of everything, on one snapshot. Small books are
 * compared completely once a day, and as long as that finds a difference. A new checkpoint is stored if the ledger has no
 * difference and much has come. Null when another comparison runs.
 * @param totalMs the limit for all checks together
 * @throws NoCheckpointError, or the database's error when the time is up
 */
export function compareBooks(
  sql: Sql,
  { further, totalMs, now }: { further: FurtherChecks; totalMs: number; now: () => Date },
): Promise<Comparison | null> {
  return sql.begin(SNAPSHOT_THAT_WRITES, async (tx) => {
    if (!(await takeComparisonLock(tx))) return null;
    const endsAt = performance.now() + totalMs;
    // PostgreSQL reads 0 as no limit.
    const limit = (): Promise<void> =>
      setStatementTimeout(tx, Math.ceil(Math.min(MAX_CHECK_MS, Math.max(1, endsAt - performance.now()))));
    await limit();
    const since = await findLatestCheckpoint(tx);
    const isSmall = (await countLedgerTransactions(tx, LEDGER_START)) <= MAX_SMALL_TRANSACTIONS;
    if (since === null && !isSmall) throw new NoCheckpointError();
    if (since === null || (isSmall && isDue((await readLatestResults(tx)).complete, now()))) {
      const differences = await runCompleteChecks(tx, { further, storesCheckpoint: true, limit });
      return { differences, checks: checkNames.length + further.names.length, since: null };
    }
    const { differences: inBooks, moved } = await runChecksSince(tx, since, limit);
    if (inBooks.length === 0 && (await countLedgerTransactions(tx, since)) >= MIN_NEW_TRANSACTIONS) {
      await limit();
      await preferIndexes(tx, true);
      await insertCheckpoint(tx, since, moved);
      await preferIndexes(tx, false);
    }
    await limit();
    const differences = [...inBooks, ...(await further.find(tx, since))];
    return { differences, checks: checkNamesSince.length + further.names.length, since: since.takenAt };
  });
}

/** A difference that only a complete comparison sees is looked for each time, until it is gone. */
function isDue(complete: ReconciliationResult | null, now: Date): boolean {
  if (complete === null || complete.differences > 0) return true;
  return now.getTime() - complete.checkedAt.getTime() >= COMPLETE_AFTER_MS;
}

async function runChecksSince(
  tx: Tx,
  since: LedgerPosition,
  limit: () => Promise<void>,
): Promise<{ differences: Difference[]; moved: MovedSince }> {
  const differences: Difference[] = [];
  await preferIndexes(tx, true);
  for (const [check, run] of Object.entries(checksSince)) {
    await limit();
    differences.push(...withName(check, await run(tx, since)));
  }
  await limit();
  const moved = await sumMovedSince(tx, since);
  await preferIndexes(tx, false);
  for (const [check, run] of Object.entries(checksOfTotals)) {
    await limit();
    differences.push(...withName(check, await run(tx, since, moved)));
  }
  return { differences, moved };
}

async function runCompleteChecks(
  tx: Tx,
  { further, storesCheckpoint, onCheck, limit }: CompleteOptions & { limit?: () => Promise<void> },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const of = checkNames.length + (further ? 1 : 0);
  const begin = async (name: string, number: number): Promise<void> => {
    onCheck?.(name, number, of);
    await limit?.();
  };
  await preferIndexes(tx, false);
  for (const [index, [check, run]] of Object.entries(checks).entries()) {
    await begin(check, index + 1);
    differences.push(...withName(check, await run(tx)));
  }
  await begin(CHECKPOINT_CHECK, checkNames.length);
  const checkpoint = await findLatestCheckpoint(tx);
  const inCheckpoint = checkpoint ? await listCheckpointDifferences(tx, checkpoint) : [];
  if (storesCheckpoint && differences.length === 0) {
    await limit?.();
    // After one that was altered, which is named once, the next one is computed from the first entry on.
    if (inCheckpoint.length > 0) await deleteCheckpoints(tx);
    await storeCheckpoint(tx, checkpoint && inCheckpoint.length === 0 ? checkpoint : LEDGER_START);
  }
  differences.push(...withName(CHECKPOINT_CHECK, inCheckpoint));
  if (!further) return differences;
  await begin("the payments over rails", of);
  return [...differences, ...(await further.find(tx, LEDGER_START))];
}

async function storeCheckpoint(tx: Tx, from: LedgerPosition): Promise<void> {
  await insertCheckpoint(tx, from, await sumMovedSince(tx, from));
}

function withName(check: string, found: readonly FoundDifference[]): Difference[] {
  return found.map(({ subject, expected, actual }) => ({ check, subject, expected, actual }));
}

/** Checks of other parts of the server, which run on the same snapshot. */
export interface FurtherChecks {
  names: readonly string[];
  /** Checks what has come since a position; everything since the beginning of the ledger. */
  find: (sql: Queryable, since: LedgerPosition) => Promise<Difference[]>;
}
