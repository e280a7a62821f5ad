import type { Sql } from "../../db/pool.ts";
import { insertAuditEvent, type AuditActor } from "../audit/store.ts";
import { readAll, type FileSource } from "../paging/answer-table.ts";
import { countIds, type PackedIds } from "../paging/packed-ids.ts";
import type { PlacedRow } from "../paging/table-order.ts";
import { BYTE_ORDER_MARK, formatCsvLines, formatTextCell } from "./csv-cells.ts";
import { toAuditedFilters } from "./audited-filters.ts";

/** A file has no more rows than that; more than spreadsheets like. */
const MAX_EXPORTED_ROWS = 100_000;

/** A column's title, and its cell in the row of an item. */
export type CsvColumn<Item> = readonly [title: string, cell: (item: Item) => string];

export interface TableFile {
  /** With the day on which it was made, in UTC. */
  name: string;
  /** Piece by piece, each read when the one before has been taken. */
  content: AsyncGenerator<string>;
}

/**
 * All rows of an administrators' table as a file for spreadsheets: those that the filters leave, in the order asked for.
 * Which rows and in which order is read once, each row then as it is by its id: what comes meanwhile is not in the file,
 * what goes is left out, and neither repeats a row nor hides another. Who took it, with which filters and how many rows,
 * is in the audit log before its first line leaves; where there are more rows than a file has, its last line says so.
 * @param most is for tests
 */
export async function exportTable<Row extends PlacedRow, Item>(
  { sql, now }: { sql: Sql; now: () => Date },
  source: FileSource<Row, Item>,
  input: {
    admin: AuditActor;
    /** Filters and sort as they were asked for. */
    query: object;
    columns: readonly CsvColumn<Item>[];
  },
  most = MAX_EXPORTED_ROWS,
): Promise<TableFile> {
  const { table } = source;
  const { admin, query, columns } = input;
  const ids = await source.readIds(source.order, most);
  const rows = countIds(ids);
  const total = rows < most ? rows : Math.max(rows, await source.countRows());
  await insertAuditEvent(sql, {
    actorId: admin.id,
    action: `${table}.export`,
    subjectType: "table",
    subjectId: table,
    after: { filters: toAuditedFilters(query), rows },
    address: admin.address,
  });
  const day = now().toISOString().slice(0, 10);
  return { name: `wazi-${table}-${day}.csv`, content: contentOf(source, columns, { ids, total, most }) };
}

async function* contentOf<Row extends PlacedRow, Item>(
  source: FileSource<Row, Item>,
  columns: readonly CsvColumn<Item>[],
  { ids, total, most }: { ids: PackedIds; total: number; most: number },
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${formatCsvLines([columns.map(([title]) => formatTextCell(title))])}`;
  for await (const rows of readAll(source, ids)) {
    const items = await source.toItems(rows);
    yield formatCsvLines(items.map((item) => columns.map(([, cell]) => cell(item))));
  }
  if (total > most) {
    const text = `${total - most} more rows are not listed here: a file has at most ${most}. Please narrow the filters.`;
    yield formatCsvLines([[formatTextCell(text)]]);
  }
}
