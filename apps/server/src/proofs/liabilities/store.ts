import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** The amounts owed to an account, in cents. */
export interface AccountBalance {
  userId: string;
  account: bigint;
  nonce: Buffer;
  available: bigint;
  inPositions: bigint;
  held: bigint;
}

/** True when a day (YYYY-MM-DD, UTC) has its snapshot. */
export async function hasSnapshot(sql: Queryable, day: string): Promise<boolean> {
  const rows = await sql`select from liability_days where day = ${day}::date`;
  return rows.length > 0;
}

/** Gives at most `limit` users after one, by id, a secret for the tree. @returns the last of them; null when all have one */
export async function addNonces(sql: Queryable, after: string, limit: number): Promise<string | null> {
  const [row] = await sql<{ last: string | null }[]>`
    with page as (
      select u.id from users u where u.id > ${after}::uuid and u.deleted_at is null
        and not exists (select from liability_nonces n where n.user_id = u.id)
      order by u.id limit ${limit}
    ), added as (
      insert into liability_nonces (user_id, nonce) select id, log_nonce() from page on conflict (user_id) do nothing
    )
    select (select id::text from page order by id desc limit 1) as last`;
  return row?.last ?? null;
}

/**
 * Lists what the accounts after a user are owed now, by user id: free funds; positions at the price to leave, before the
 * platform's share, with running profit; and money held for withdrawals.
 */
export function listBalances(tx: Tx, after: string, limit: number): Promise<AccountBalance[]> {
  return tx<AccountBalance[]>`
    with n as (
      select * from liability_nonces where user_id > ${after}::uuid order by user_id limit ${limit}
    ), last as (
      select user_id from n order by user_id desc limit 1
    )
    select n.user_id as "userId", n.account, n.nonce, coalesce(f.available, 0) as available,
      coalesce(f.running, 0) + coalesce(h.positions, 0) as "inPositions", coalesce(f.held, 0) as held
    from n
    left join (
      select a.user_id,
        coalesce(sum(a.balance * 100) filter (where a.code like '%:deposit_funds' or a.code like '%:profit_funds'), 0)::bigint as available,
        coalesce(sum(a.balance * 100) filter (where a.code like '%:withdrawal_hold'), 0)::bigint as held,
        coalesce(sum(a.balance * 100) filter (where a.code like '%:running_profit'), 0)::bigint as running
      from ledger_accounts a where a.user_id > ${after}::uuid and a.user_id <= (select user_id from last) group by a.user_id
    ) f on f.user_id = n.user_id
    left join (
      select p.user_id, sum(floor(p.units * 100 * case when o.open_trade is not null and m.version = o.version and m.usable
        then m.exit_mark else o.nav end))::bigint as positions
      from positions p join pools o on o.bot_id = p.bot_id left join pool_marks m on m.bot_id = p.bot_id
      where p.is_active and p.user_id > ${after}::uuid and p.user_id <= (select user_id from last) group by p.user_id
    ) h on h.user_id = n.user_id
    order by n.user_id`;
}

/** The number of the next snapshot. */
export async function takeSnapshotNumber(tx: Tx): Promise<bigint> {
  const [row] = await tx<{ next: bigint }[]>`select coalesce(max(snapshot), 0) + 1 as next from liability_days`;
  return row?.next ?? 1n;
}

export interface AccountRow {
  userId: string;
  available: bigint;
  inPositions: bigint;
  held: bigint;
  leaves: readonly { index: number; value: bigint }[];
}

export async function insertAccounts(tx: Tx, day: string, rows: readonly AccountRow[]): Promise<void> {
  const list = (values: readonly (number | bigint)[]): string => `{${values.join(",")}}`;
  await tx`
    insert into liability_accounts (day, user_id, available, in_positions, held, leaf_indexes, leaf_values)
    select ${day}::date, r.user_id, r.available, r.in_positions, r.held, r.indexes::bigint[], r.leaf_values::bigint[]
    from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ available }) => String(available))}::bigint[],
      ${rows.map(({ inPositions }) => String(inPositions))}::bigint[], ${rows.map(({ held }) => String(held))}::bigint[],
      ${rows.map(({ leaves }) => list(leaves.map(({ index }) => index)))}::text[],
      ${rows.map(({ leaves }) => list(leaves.map(({ value }) => value)))}::text[])
      r (user_id, available, in_positions, held, indexes, leaf_values)`;
}

export interface NodeRow {
  level: number;
  number: number;
  nodes: Buffer;
}

export async function insertNodes(tx: Tx, day: string, rows: readonly NodeRow[]): Promise<void> {
  await tx`
    insert into liability_nodes (day, level, number, nodes)
    select ${day}::date, * from unnest(${rows.map(({ level }) => level)}::smallint[],
      ${rows.map(({ number }) => number)}::bigint[], ${rows.map(({ nodes }) => nodes)}::bytea[])`;
}

interface SnapshotDay {
  day: string;
  snapshot: bigint;
  takenAt: Date;
  accounts: number;
  leaves: number;
  total: bigint;
  root: string;
}

/** Records the result of a day. A trigger logs it in the same commit. */
export async function insertDay(tx: Tx, row: SnapshotDay): Promise<void> {
  await tx`
    insert into liability_days (day, snapshot, taken_at, accounts, leaves, total, root) overriding system value
    values (${row.day}::date, ${String(row.snapshot)}::bigint, ${row.takenAt}, ${row.accounts}::bigint, ${row.leaves}::bigint,
      ${String(row.total)}::bigint, ${row.root})`;
}

/**
 * Removes balances and trees of days before the newest `kept`, at most `limit` rows of each. Their roots stay.
 * @returns how many rows of the larger part were removed
 */
export async function removeOldTrees(sql: Queryable, kept: number, limit: number): Promise<number> {
  const accounts = await sql`
    delete from liability_accounts where (day, user_id) in (select a.day, a.user_id from liability_accounts a
      where a.day <= (select max(day) from liability_days) - ${kept}::integer limit ${limit}) returning 1 as one`;
  const nodes = await sql`
    delete from liability_nodes where (day, level, number) in (select n.day, n.level, n.number from liability_nodes n
      where n.day <= (select max(day) from liability_days) - ${kept}::integer limit ${limit}) returning 1 as one`;
  return Math.max(accounts.length, nodes.length);
}

interface OwnBalanceRow extends SnapshotDay {
  account: bigint;
  nonce: Buffer;
  available: bigint;
  inPositions: bigint;
  held: bigint;
  leafIndexes: bigint[];
  leafValues: bigint[];
  /** Where the day's total is in the transparency log. */
  position: bigint;
  leaf: string;
}

/** An account in the newest logged snapshot that has it; null before the first. */
export async function findOwnBalance(sql: Queryable, userId: string): Promise<OwnBalanceRow | null> {
  const [row] = await sql<
    (Omit<OwnBalanceRow, "leafIndexes" | "leafValues"> & { indexes: string[]; values: string[] })[]
  >`
    select d.day, d.snapshot, d.taken_at as "takenAt", d.accounts::int as accounts, d.leaves::int as leaves, d.total, d.root,
      n.account, n.nonce, b.available, b.in_positions as "inPositions", b.held,
      b.leaf_indexes::text[] as indexes, b.leaf_values::text[] as values, l.position, l.leaf
    from liability_accounts b join liability_days d on d.day = b.day join liability_nonces n on n.user_id = b.user_id
    join log_leaves l on l.subject = d.day::text and l.kind = 'liabilities'
    where b.user_id = ${userId}::uuid order by d.day desc limit 1`;
  if (!row) return null;
  const { indexes, values, ...rest } = row;
  return { ...rest, leafIndexes: indexes.map(BigInt), leafValues: values.map(BigInt) };
}

export async function readNodes(sql: Queryable, day: string, level: number, number: number): Promise<Buffer> {
  const [row] = await sql<{ nodes: Buffer }[]>`
    select nodes from liability_nodes
    where day = ${day}::date and level = ${level}::smallint and number = ${number}::bigint`;
  if (!row) throw new Error(`the tree of ${day} has no nodes ${level}/${number}`);
  return row.nodes;
}
