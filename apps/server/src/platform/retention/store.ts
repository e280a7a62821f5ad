import type { Queryable } from "../db/pool.ts";
import type { PartitionRule, RetentionRule } from "./retention-rule.ts";

/** Removes the next rows of a rule. @returns how many */
export async function deleteOldRows(
  sql: Queryable,
  { table, column, where = "true" }: RetentionRule,
  before: Date,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    with removed as (
      delete from ${sql.raw(table)} where ctid = any (array(
        select ctid from ${sql.raw(table)} where ${sql.raw(column)} <= ${before} and ${sql.raw(where)} limit ${limit}
      )) returning 1
    ) select count(*)::int as removed from removed`;
  return row?.removed ?? 0;
}

/** The months (UTC) that have a partition, oldest first. */
export async function listPartitionMonths(sql: Queryable, table: string): Promise<Date[]> {
  const rows = await sql<{ month: Date }[]>`
    select to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_\\d{4}_\\d{2}$' order by 1`;
  return rows.map(({ month }) => month);
}

/** The months of rows that are in no month's partition. */
export async function listDefaultMonths(sql: Queryable, { table, column }: PartitionRule): Promise<Date[]> {
  const rows = await sql<{ month: Date }[]>`
    select distinct date_trunc('month', ${sql.raw(column)}, 'UTC') as month from ${sql.raw(`${table}_default`)} order by 1`;
  return rows.map(({ month }) => month);
}

/** The month of the newest row; null for an empty table. */
export async function readNewestMonth(sql: Queryable, { table, column }: PartitionRule): Promise<Date | null> {
  const [row] = await sql<{ month: Date | null }[]>`
    select date_trunc('month', max(${sql.raw(column)}), 'UTC') as month from ${sql.raw(table)}`;
  return row?.month ?? null;
}

/** @returns false where the partition exists, and where a lock or another process is in the way */
export async function createPartition(sql: Queryable, table: string, month: Date): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select create_month_partition(${table}, (${month}::timestamptz at time zone 'UTC')::date) as done`;
  return row?.done ?? false;
}

/** @returns false where there is no such partition, and where a lock is in the way */
export async function dropPartition(sql: Queryable, table: string, month: Date): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select drop_month_partition(${table}, (${month}::timestamptz at time zone 'UTC')::date) as done`;
  return row?.done ?? false;
}

/** Removes old rows that never got a partition. */
export async function deleteDefaultRowsBefore(
  sql: Queryable,
  { table, column }: PartitionRule,
  before: Date,
): Promise<void> {
  await sql`delete from ${sql.raw(`${table}_default`)} where ${sql.raw(column)} < ${before}`;
}
