import { setImmediate } from "node:timers/promises";
import { SNAPSHOT, type Sql, type Tx } from "../../platform/db/pool.ts";
import { appendLeaf } from "../../record/api.ts";
import { joinLevels, NODE_BYTES, placeLeaves, type SumTree } from "./build-sum-tree.ts";
import {
  addNonces,
  hasSnapshot,
  insertAccounts,
  insertDay,
  insertNodes,
  listBalances,
  removeOldTrees,
  takeSnapshotNumber,
  type AccountBalance,
  type NodeRow,
} from "./store.ts";

const ACCOUNTS_AT_ONCE = 10_000;
const FIRST_SNAPSHOT = 1n;
const ROWS_AT_ONCE = 200;
/** A statement has two seconds, also on a busy machine. */
const USERS_AT_ONCE = 2_000;
const REMOVED_AT_ONCE = 5_000;
/** Nodes in a row, and the levels between two kept ones: the levels in between are made again from 256 nodes. */
export const NODES_IN_ROW = 256;
export const LEVELS_IN_ROW = 8;
/** Days whose trees are kept, so that investors can check. */
const DAYS_KEPT = 7;
const NEVER = new AbortController().signal;
const BEFORE_ALL_USERS = "00000000-0000-0000-0000-000000000000";

export interface SnapshotDeps {
  sql: Sql;
  now: () => Date;
  /** The share of accounts with a trading loss, in per cent; null below 30 accounts. */
  computeLosingPct: () => Promise<number | null>;
}

/**
 * Takes the day's snapshot of what every investor is owed, unless it is taken: balances of one moment, the tree, and its root in
 * the transparency log.
 * @param signal ends it between two pages, as a failure would: the next start takes the snapshot
 * @returns false when the day (UTC) has its snapshot already, and before anything was ever owed
 */
export async function takeSnapshot(
  { sql, now, computeLosingPct }: SnapshotDeps,
  signal: AbortSignal = NEVER,
): Promise<boolean> {
  const takenAt = now();
  const day = takenAt.toISOString().slice(0, 10);
  if (await hasSnapshot(sql, day)) return false;
  for (let last: string | null = BEFORE_ALL_USERS; last !== null; signal.throwIfAborted())
    last = await addNonces(sql, last, USERS_AT_ONCE);
  const balances = await readBalances(sql, signal);
  const owed = balances.map(({ account, nonce, available, inPositions, held }) => {
    return { account, nonce, owed: available + inPositions + held };
  });
  const snapshot = await sql.begin(takeSnapshotNumber);
  // Before the first deposit there is nothing to publish.
  if (snapshot === FIRST_SNAPSHOT && owed.every((each) => each.owed === 0n)) return false;
  const { leaves, leavesOf } = await placeLeaves(owed, snapshot);
  const losingPct = await computeLosingPct();
  signal.throwIfAborted();
  await sql.begin(async (tx) => {
    // The database stores the accounts while this process hashes the levels.
    const [tree] = await Promise.all([joinLevels(leaves), storeAccounts(tx, day, balances, { leavesOf, signal })]);
    await insertDay(tx, {
      day,
      snapshot,
      takenAt,
      accounts: owed.filter((each) => each.owed > 0n).length,
      leaves: leaves.length / NODE_BYTES,
      total: tree.total,
      root: tree.root,
    });
    await appendLeaf(tx, "losing-accounts", day, { day, losingPct });
    const nodes = listNodeRows(tree);
    for (let from = 0; from < nodes.length; from += ROWS_AT_ONCE) {
      signal.throwIfAborted();
      await insertNodes(tx, day, nodes.slice(from, from + ROWS_AT_ONCE));
    }
  });
  while ((await removeOldTrees(sql, DAYS_KEPT, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE) signal.throwIfAborted();
  return true;
}

async function storeAccounts(
  tx: Tx,
  day: string,
  balances: readonly AccountBalance[],
  { leavesOf, signal }: { leavesOf: SumTree["leavesOf"]; signal: AbortSignal },
): Promise<void> {
  for (let from = 0; from < balances.length; from += ACCOUNTS_AT_ONCE) {
    signal.throwIfAborted();
    const rows = balances.slice(from, from + ACCOUNTS_AT_ONCE).map((balance, index) => {
      return { ...balance, leaves: leavesOf[from + index] ?? [] };
    });
    await insertAccounts(tx, day, rows);
  }
}

/** All balances of one moment: one snapshot of the database, read in pages. */
async function readBalances(sql: Sql, signal: AbortSignal): Promise<AccountBalance[]> {
  return sql.begin(SNAPSHOT, async (tx) => {
    const all: AccountBalance[] = [];
    for (;;) {
      const page = await listBalances(tx, all.at(-1)?.userId ?? BEFORE_ALL_USERS, ACCOUNTS_AT_ONCE);
      all.push(...page);
      if (page.length < ACCOUNTS_AT_ONCE) return all;
      signal.throwIfAborted();
      await setImmediate();
    }
  });
}

function listNodeRows({ levels }: Pick<SumTree, "levels">): NodeRow[] {
  const width = NODES_IN_ROW * NODE_BYTES;
  return levels.flatMap((bytes, level) => {
    if (level % LEVELS_IN_ROW !== 0) return [];
    const rows = Math.ceil(bytes.length / width);
    return Array.from({ length: rows }, (_, number) => {
      return { level, number, nodes: bytes.subarray(number * width, (number + 1) * width) };
    });
  });
}
