import { findDifferences } from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { BrokenPromiseError, type Acknowledged, type InvestorKind } from "./money-load.ts";
import { computeTrades, readPlayedBars, readTrades } from "./torture-market.ts";

/** The number of acknowledged rows, by what became of them. */
export interface Kept {
  lost: number;
  doubled: number;
  trades: number;
}

/** @throws BrokenPromiseError naming the first difference */
export async function checkBooks(sql: Sql): Promise<void> {
  const { differences } = await findDifferences(sql);
  const [first] = differences;
  if (!first) return;
  throw new BrokenPromiseError(
    `${differences.length} differences in the books: ${first.check}: ${first.subject} is ${first.actual}, not ${first.expected}`,
  );
}

/** A number of rows that must be within two bounds. Fewer are lost, more are doubled. */
interface Expected {
  what: string;
  least: number;
  most: number;
  found: number;
}

/**
 * Compares the database with everything that was acknowledged, in both directions.
 * @throws BrokenPromiseError naming what was lost or doubled first
 */
export async function checkAcknowledged(
  sql: Sql,
  all: readonly Acknowledged[],
): Promise<Pick<Kept, "lost" | "doubled">> {
  const rows = await readRows(sql);
  const expected = all.flatMap((each) => [...expectRequests(each, rows), ...expectTransactions(each, rows)]);
  const lost = expected.reduce((sum, { least, found }) => sum + Math.max(0, least - found), 0);
  const doubled = expected.reduce((sum, { most, found }) => sum + Math.max(0, found - most), 0);
  const wrong = expected.find(({ least, most, found }) => found < least || found > most);
  if (!wrong) return { lost, doubled };
  const { what, least, most, found } = wrong;
  const bounds = least === most ? `${least}` : `${least} to ${most}`;
  throw new BrokenPromiseError(`${lost} lost, ${doubled} doubled: ${what}: ${found} in place of ${bounds}`);
}

interface Rows {
  requests: Map<string, { userId: string; line: string }>;
  counts: Map<string, number>;
}

async function readRows(sql: Sql): Promise<Rows> {
  const requests = await sql<{ id: string; userId: string; line: string }[]>`
    select id, user_id as "userId", 'deposit ' || amount || ' ' || status as line from deposits
    union all
    select id, user_id, 'withdrawal ' || amount || ' ' || status from withdrawals`;
  const counts = await sql<{ name: string; count: number }[]>`
    select a.user_id || ' ' || t.kind as name, count(distinct t.id)::int as count
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where a.user_id is not null and t.kind in ('deposit', 'withdrawal-hold', 'withdrawal-paid', 'withdrawal-returned')
    group by 1
    union all
    select actor_id || ' ' || kind, count(*)::int from ledger_transactions
    where kind in ('allocation', 'deactivation', 'investment-transfer', 'profit-transfer') group by 1
    union all
    select user_id || ' exit ' || kind, count(*)::int from exits group by 1
    union all
    select user_id || ' settled ' || kind, count(*)::int from exits where ledger_transaction_id is not null group by 1`;
  return {
    requests: new Map(requests.map(({ id, ...rest }) => [id, rest])),
    counts: new Map(counts.map(({ name, count }) => [name, count])),
  };
}

/** Each acknowledged request has its row with its amount and status, and the investor has no other rows. */
function expectRequests({ userId, deposits, withdrawals }: Acknowledged, { requests, counts }: Rows): Expected[] {
  const lines = [
    ...[...deposits].map(([id, { amount, status }]) => ({ id, line: `deposit ${formatAmount(amount)} ${status}` })),
    ...[...withdrawals].map(([id, { amount, status }]) => ({
      id,
      line: `withdrawal ${formatAmount(amount)} ${status}`,
    })),
  ];
  const known = new Set(lines.map(({ id }) => id));
  const others = [...requests].filter(([id, row]) => row.userId === userId && !known.has(id)).length;
  const withStatus = (all: Acknowledged["deposits"], status: string): number =>
    [...all.values()].filter((each) => each.status === status).length;
  const exactly = (kind: string, count: number): Expected => ({
    what: `${kind} of investor ${userId}`,
    least: count,
    most: count,
    found: counts.get(`${userId} ${kind}`) ?? 0,
  });
  return [
    ...lines.map(({ id, line }): Expected => ({
      what: `${line} (${id}, found ${requests.get(id)?.line ?? "nothing"})`,
      least: 1,
      most: 1,
      found: requests.get(id)?.line === line ? 1 : 0,
    })),
    { what: `unknown requests of investor ${userId}`, least: 0, most: 0, found: others },
    exactly("deposit", withStatus(deposits, "completed")),
    exactly("withdrawal-hold", withdrawals.size),
    exactly("withdrawal-paid", withStatus(withdrawals, "completed")),
    exactly("withdrawal-returned", withStatus(withdrawals, "rejected")),
  ];
}

const formatAmount = (amount: string): string => Number(amount).toFixed(2);

/**
 * A call that was settled at once is one transaction. One of which a part waits is a transaction only if another part
 * was settled, and each of its exits is another transaction when it settles, unless its value is 0.
 */
function expectTransactions({ userId, settled, waiting }: Acknowledged, { counts }: Rows): Expected[] {
  const count = (name: string): number => counts.get(`${userId} ${name}`) ?? 0;
  return (Object.keys(settled) as InvestorKind[]).flatMap((kind) => {
    const { calls, exits } = waiting[kind];
    const least = settled[kind] + count(`settled ${kind}`);
    return [
      { what: `${kind} of investor ${userId}`, least, most: least + calls, found: count(kind) },
      { what: `waiting ${kind} of investor ${userId}`, least: exits, most: exits, found: count(`exit ${kind}`) },
    ];
  });
}

/** A trader that was killed may have recorded trades of bars that no one has saved. The next one plays these bars again. */
const MAX_UNSAVED_BARS = 1_000;

/**
 * Compares trades and unit prices with those of a run without kills. The traders must have stopped.
 * @returns the number of trades
 * @throws BrokenPromiseError naming the first difference
 */
export async function checkTrades(sql: Sql, marketFolder: string): Promise<number> {
  const bars = await readPlayedBars(sql);
  const saved = computeTrades(marketFolder, bars);
  const possible = computeTrades(marketFolder, bars + MAX_UNSAVED_BARS);
  const actual = await readTrades(sql);
  let trades = 0;
  for (const [bot, lines] of possible) {
    const recorded = actual.get(bot) ?? [];
    trades += recorded.length;
    const at = recorded.findIndex((line, index) => lines[index] !== line);
    if (at >= 0)
      throw new BrokenPromiseError(
        `trade ${at + 1} of ${bot} is "${recorded[at]}", without kills "${lines[at] ?? "missing"}"`,
      );
    const missing = (saved.get(bot)?.length ?? 0) - recorded.length;
    if (missing > 0) throw new BrokenPromiseError(`${bot} lacks ${missing} trades of a run without kills`);
  }
  return trades;
}
