import { allOf, part, raw, type Part, type Queryable } from "../../db/pool.ts";
import type { FileSource } from "./answer-table.ts";
import { toSlice, type PlacedRow, type Slice } from "./table-order.ts";

interface TableRows {
  /** A table whose id column is `id`. */
  table: string;
  /** SQL of the column list, evaluated only for the rows of a page. */
  columns: string;
  /** The condition of the filters. */
  filtered: Part;
  /** The condition of a text search, if there is one. It examines the texts of each row. */
  searched: Part | undefined;
}

type Reading<Row extends PlacedRow> = Omit<FileSource<Row, unknown>, "table" | "order" | "toItems">;

/**
 * Returns functions that read and count the rows of a table. They read the keys first, and the columns only for the
 * rows of the page. A search examines all rows, which is slow, so it counts in the same statement. For the same reason
 * the rows of a file are searched once and then read by their ids.
 */
export function tableRows<Row extends PlacedRow>(sql: Queryable, rows: TableRows): Reading<Row> {
  const { table, searched } = rows;
  const filtered = allOf([rows.filtered, searched]);
  return {
    readRows: (slice) => {
      const found = part`${keysIn(table, slice)} where ${filtered} and ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`;
      return sql<Row[]>`${shownOf(rows, slice, found)}`;
    },
    countRows: async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from ${sql.raw(table)} where ${filtered}`;
      return row?.count ?? 0;
    },
    ...(searched ? { readCounted: (slice) => readCounted<Row>(sql, { ...rows, filtered }, slice) } : {}),
    readIds: async (order, most) => {
      const { orderBy, join } = toSlice(order, null, most);
      const [row] = await sql<{ ids: Buffer | null }[]>`
        select string_agg(uuid_send(found_id), ''::bytea) as ids from (
          select ${sql.raw(table)}.id as found_id from ${sql.raw(table)} ${join}
          where ${filtered} order by ${orderBy} limit ${most}
        ) found`;
      return row?.ids ?? Buffer.alloc(0);
    },
    readByIds: (ids) => sql<Row[]>`
      select ${sql.raw(rows.columns)}, '{}'::text[] as "pagePlace"
      from unnest(${ids}::uuid[]) with ordinality as listed (listed_id, listed_place)
      join ${sql.raw(table)} on id = listed_id
      where ${rows.filtered} order by listed_place`,
  };
}

async function readCounted<Row extends PlacedRow>(
  sql: Queryable,
  rows: TableRows,
  slice: Slice,
): Promise<{ rows: Row[]; total: number }> {
  const within = withinFound(slice);
  const found = part`select * from found where ${within.where} order by ${within.orderBy} limit ${slice.limit}`;
  const read = await sql<(Row & { page_total: number })[]>`
    with found as materialized (${keysIn(rows.table, slice)} where ${rows.filtered})
    select page.*, counted.total as page_total
    from (select count(*)::int as total from found) counted
    left join (${shownOf(rows, slice, found)}) page on true
    order by page_number`;
  // On an empty page, one row without values still carries the total.
  const shown = read.filter(({ pagePlace }: Partial<PlacedRow>) => Array.isArray(pagePlace));
  return { rows: shown, total: read[0]?.page_total ?? 0 };
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
