import { part, type Part, type Queryable } from "../db/pool.ts";

interface RequestRows {
  table: string;
  /** SQL of the column list. */
  columns: string;
  /** SQL: true when a row waits for a decision, as in the table's index by `waiting_place`. */
  waits: string;
  /** True for the rows that are listed. */
  listed: Part;
}

/**
 * Lists requests in the order of the lists without parameters: waiting requests first, then ended ones, each newest
 * first. No single index has this order, so each group is read from its own index, and ended requests fill the rest of
 * the limit.
 */
export function listWaitingFirst<Row extends object>(
  sql: Queryable,
  { table, columns, waits, listed }: RequestRows,
  limit: number,
): Promise<Row[]> {
  const place = sql.raw(`waiting_place(${waits}, ${table}.created_at)`);
  const shown = sql.raw(`${columns}, '{}'::text[] as "pagePlace", ${table}.created_at as page_time`);
  const from = part`from ${sql.raw(table)} where ${listed}`;
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
