import type { Queryable } from "../../db/pool.ts";

interface RequestRows {
  table: string;
  /** Column list text. */
  columns: string;
  /** SQL text: whether a row waits for a decision, as in the table's index by `waiting_place`. */
  waits: string;
  /** SQL text: which rows are listed at all. */
  listed: string;
}

/**
 * Requests in the order that their lists have always had without parameters: those that wait, the newest first, then those
 * that have ended, the newest first. No index has both, so each comes from its own, and of the second as many as the
 * first leave room for.
 */
export function listWaitingFirst<Row extends object>(
  sql: Queryable,
  { table, columns, waits, listed }: RequestRows,
  limit: number,
): Promise<Row[]> {
  const place = sql.raw(`waiting_place(${waits}, ${table}.created_at)`);
  const shown = sql.raw(`${columns}, '{}'::text[] as "pagePlace", ${table}.created_at as page_time`);
  const from = sql.raw(`from ${table} where ${listed}`);
  const newest = sql.raw(`${table}.created_at desc, ${table}.id desc`);
  return sql<Row[]>`
    with waiting as (
      select ${shown}, true as page_waits ${from}
        and ${place} <= waiting_place(true, timestamptz '9999-12-31 00:00:00Z')
      order by ${place} desc, ${sql.raw(table)}.id desc limit ${limit}
    ), ended as (
      select ${shown}, false as page_waits ${from} and not (${sql.raw(waits)})
      order by ${newest} limit ${limit} - (select count(*) from waiting)
    )
    select * from waiting union all select * from ended order by page_waits desc, page_time desc, id desc`;
}
