import type { Sql } from "../../platform/db/pool.ts";
import type { TableFile } from "../../platform/http/answer-file.ts";
import { type AuditActor, insertNumberedAuditEvent } from "../audit/store.ts";
import { type FileSource, readAll } from "../../platform/paging/answer-table.ts";
import { countIds, type PackedIds, takeIds } from "../../platform/paging/packed-ids.ts";
import type { PlacedRow } from "../../platform/paging/table-order.ts";
import type { InTurn } from "../../platform/base/turns.ts";
import { BYTE_ORDER_MARK, formatCsvLines, formatTextCell } from "../../platform/csv/csv-cells.ts";
import { insertExportedInvestors } from "./store.ts";

/** The most rows of one file. Spreadsheets are slow with more. */
const MAX_EXPORTED_ROWS = 100_000;

/** A column's title, and a function that formats its cell for an item. */
export type CsvColumn<Item> = readonly [title: string, cell: (item: Item) => string];

/**
 * Exports the filtered and sorted rows of an administrators' table as a CSV file. The ids are read once at the start
 * and the rows later by id. Rows added meanwhile are not in the file and deleted rows are left out; neither repeats nor
 * hides another row. The audit log records the administrator, the filters and the number of rows before the first line
 * is sent, and each investor with a row in the file is shown the export. When there are more rows than a file may have, the last line says so.
 * @param most the row limit; only tests set it
 */
export async function exportTable<Row extends PlacedRow, Item>(
  { sql, now }: { sql: Sql; now: () => Date },
  source: FileSource<Row, Item>,
  input: {
    admin: AuditActor;
    /** The requested filters and sort order. */
    query: object;
    columns: readonly CsvColumn<Item>[];
    /** Runs everything that needs a connection. */
    read: InTurn;
  },
  most = MAX_EXPORTED_ROWS,
): Promise<TableFile> {
  const { table } = source;
  const { admin, query, columns, read } = input;
  // One extra row shows whether there are more.
  const found = await read(() => source.readIds(source.order, most + 1));
  const isMore = countIds(found) > most;
  const ids = takeIds(found, most);
  const rows = countIds(ids);
  await read(() =>
    sql.begin(async (tx) => {
      const auditId = await insertNumberedAuditEvent(tx, {
        actorId: admin.id,
        action: `${table}.export`,
        subjectType: "table",
        subjectId: table,
        after: { filters: toAuditedFilters(query), rows },
        address: admin.address,
      });
      await insertExportedInvestors(tx, { auditId, table, ids });
    }),
  );
  const day = now().toISOString().slice(0, 10);
  return { name: `wazi-${table}-${day}.csv`, content: contentOf(source, columns, { ids, isMore, most, read }) };
}

async function* contentOf<Row extends PlacedRow, Item>(
  source: FileSource<Row, Item>,
  columns: readonly CsvColumn<Item>[],
  { ids, isMore, most, read }: { ids: PackedIds; isMore: boolean; most: number; read: InTurn },
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${formatCsvLines([columns.map(([title]) => formatTextCell(title))])}`;
  for await (const items of readAll(source, ids, read)) {
    yield formatCsvLines(items.map((item) => columns.map(([, cell]) => cell(item))));
  }
  if (isMore) {
    const text = `More rows are not in this file. A file has at most ${most} rows. Please narrow the filters.`;
    yield formatCsvLines([[formatTextCell(text)]]);
  }
}

/**
 * Returns the filters of an export for the audit log. The log is never rewritten, even when a user is deleted. A search
 * text may be a name or an e-mail address, so the log keeps only that there was a search.
 */
function toAuditedFilters(query: object): object {
  const { search, ...others } = query as { search?: unknown };
  return search === undefined ? others : { ...others, search: "(not kept)" };
}
