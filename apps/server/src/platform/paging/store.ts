import { MAX_COUNTED_ROWS } from "@wazi/contracts";
import { allOf, part, type Part, type Queryable, raw } from "../db/pool.ts";
import type { FileSource } from "./answer-table.ts";
import type { PackedIds } from "./packed-ids.ts";
import { type PlacedRow, type Slice, type TableOrder, toSlice } from "./table-order.ts";

interface TableRows {
  /** A table whose id column is `id`. */
  table: string;
  /** SQL of the column list, evaluated only for the rows of a page. */
  columns: string;
  /** The condition of the filters. */
  filtered: Part;
  /** The text search, if there is one. */
  searched: TextSearch | undefined;
}

export interface TextSearch {
  /** SQL: an array of the ids of fewer than `most` rows, from an index of words; null if more match. */
  find: (most: number) => Part;
  /** The condition. It examines the texts of each row. */
  condition: Part;
}

type Reading<Row extends PlacedRow> = Omit<FileSource<Row, unknown>, "table" | "order" | "toItems">;

/** A search that fewer rows match sorts them. With more, it walks the table in its order, which soon fills a page. */
const MAX_FOUND = 5_000;

/**
 * Returns functions that read and count the rows of a table. They read the keys first, and the columns only for the
 * rows of the page. A search first asks an index of words, and counts in the same statement.
 */
export function tableRows<Row extends PlacedRow>(sql: Queryable, rows: TableRows): Reading<Row> {
  const { table, filtered, searched } = rows;
  const all = allOf([filtered, searched?.condition]);
  const readRows = (slice: Slice): Promise<Row[]> => {
    const found = part`${keysIn(table, slice)} where ${all} and ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`;
    return sql<Row[]>`${shownOf(rows, slice, found)}`;
  };
  return {
    readRows,
    countRows: () => countRows(sql, rows),
    ...(searched
      ? {
          readCounted: async (slice) =>
            (await readFound<Row>(sql, rows, searched, slice)) ?? countOnlyPage(slice, await readRows(slice)),
        }
      : {}),
    readIds: (order, most) => readIds(sql, rows, order, most),
    readByIds: (ids) => sql<Row[]>`
      select ${sql.raw(rows.columns)}, '{}'::text[] as "pagePlace"
      from unnest(${ids}::uuid[]) with ordinality as listed (listed_id, listed_place)
      join ${sql.raw(table)} on id = listed_id
      where ${filtered} order by listed_place`,
  };
}

/** The only page of a table has all rows. Of others the total is not known. */
const countOnlyPage = <Row>({ from, limit }: Slice, rows: Row[]): { rows: Row[]; total: number | undefined } => ({
  rows,
  total: from === null && rows.length < limit ? rows.length : undefined,
});

/** Counts the filtered rows in the order of time, which the indexes of the filters have. Undefined above MAX_COUNTED_ROWS. */
async function countRows(sql: Queryable, { table, filtered }: TableRows): Promise<number | undefined> {
  const newest = sql.raw(`${table}.created_at desc, ${table}.id desc`);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from ${sql.raw(table)} where ${filtered} order by ${newest} limit ${MAX_COUNTED_ROWS + 1}
    ) counted`;
  return row && row.count <= MAX_COUNTED_ROWS ? row.count : undefined;
}

async function readIds(sql: Queryable, rows: TableRows, order: TableOrder, most: number): Promise<PackedIds> {
  const { table, filtered, searched } = rows;
  const { orderBy, join } = toSlice(order, null, most);
  const listed = (condition: Part): Part => part`
    select string_agg(uuid_send(found_id), ''::bytea) as ids from (
      select ${raw(table)}.id as found_id from ${raw(table)} ${join}
      where ${condition} order by ${orderBy} limit ${most}
    ) found`;
  const found = searched && (await findIds(sql, searched));
  const sought = found ? part`${raw(table)}.id = any(${found}::uuid[])` : searched?.condition;
  const [row] = await sql<{ ids: Buffer | null }[]>`${listed(allOf([filtered, sought]))}`;
  return row?.ids ?? Buffer.alloc(0);
}

/** Returns the ids of the rows that a search finds, without the filters; null if there are more than MAX_FOUND. */
async function findIds(sql: Queryable, { find }: TextSearch): Promise<string[] | null> {
  const [row] = await sql<{ ids: string[] | null }[]>`select ${find(MAX_FOUND + 1)} as ids`;
  return row?.ids ?? null;
}

/** Reads a page of the rows that a search finds; null if there are more than MAX_FOUND. */
async function readFound<Row extends PlacedRow>(
  sql: Queryable,
  rows: TableRows,
  { find }: TextSearch,
  slice: Slice,
): Promise<{ rows: Row[]; total: number } | null> {
  const within = withinFound(slice);
  const table = raw(rows.table);
  const page = part`select * from found where ${within.where} order by ${within.orderBy} limit ${slice.limit}`;
  const keys = keysIn(rows.table, slice);
  const read = await sql<(Row & { page_total: number; page_is_whole: boolean })[]>`
    with sought as materialized (select ${find(MAX_FOUND + 1)} as ids),
    found as materialized (
      ${keys} where ${table}.id in (select unnest(ids) from sought) and ${rows.filtered}
    )
    select page.*, counted.total as page_total, sought.ids is not null as page_is_whole
    from sought cross join (select count(*)::int as total from found) counted
    left join (${shownOf(rows, slice, page)}) page on true
    order by page_number`;
  if (read[0]?.page_is_whole !== true) return null;
  // On an empty page, one row without values still carries the total.
  const shown = read.filter(({ pagePlace }: Partial<PlacedRow>) => Array.isArray(pagePlace));
  return { rows: shown, total: read[0].page_total };
}

function keysIn(table: string, { order, join }: Slice): Part {
  const keys = order.keys.map(({ sql }, index) => `${sql} as key_${index}`).join(", ");
  return part`select ${raw(table)}.id as found_id, ${raw(keys)} from ${raw(table)} ${join}`;
}

/** Returns SQL for the columns of the rows found, in order. */
function shownOf({ table, columns }: TableRows, slice: Slice, found: Part): Part {
  const { place, orderBy } = withinFound(slice);
  return part`
    select ${raw(columns)}, ${place}, row_number() over (order by ${orderBy}) as page_number
    from (${found}) found join ${raw(table)} on id = found_id order by ${orderBy}`;
}

/** Returns the same range over the rows found, whose keys are already computed. */
function withinFound({ order, from, limit }: Slice): Slice {
  const keys = order.keys.map(({ type }, index) => ({ sql: `found.key_${index}`, type }));
  return toSlice({ keys, isDescending: order.isDescending }, from, limit);
}

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
