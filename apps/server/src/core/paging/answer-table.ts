import { DEFAULT_PAGE_SIZE, MAX_PLAIN_LIST } from "@wazi/contracts";
import { computeFingerprint, isPlain, refuseCursor, type ListQuery } from "./cursor.ts";
import { splitIntoBatches, type PackedIds } from "./packed-ids.ts";
import {
  isBackwards,
  isKeyText,
  toSlice,
  type Place,
  type PlacedRow,
  type Side,
  type Slice,
  type TableOrder,
} from "./table-order.ts";

/** A page of a table that is read in both directions. */
export interface TablePage<Item> {
  items: Item[];
  nextCursor: string | null;
  /** Null on the first page. */
  previousCursor: string | null;
  /** How many rows the filters leave. */
  total: number;
}

/** A table with the sort and filters that were asked for: what its pages are read from. */
export interface TableSource<Row extends PlacedRow, Item> {
  /** A cursor is only good for the table, sort and filters that it was made with. */
  table: string;
  order: TableOrder;
  readRows: (slice: Slice) => Promise<Row[]>;
  countRows: () => Promise<number>;
  /** Both at once, where that is quicker. */
  readCounted?: (slice: Slice) => Promise<{ rows: Row[]; total: number }>;
  toItems: (rows: Row[]) => Promise<Item[]> | Item[];
}

/** A table that can be taken along as a file, too. */
export interface FileSource<Row extends PlacedRow, Item> extends TableSource<Row, Item> {
  /** The ids of the first rows, at most so many, in one reading of the table. */
  readIds: (order: TableOrder, most: number) => Promise<PackedIds>;
  /** Rows by their ids, in the order given; without those that the filters leave out by now. */
  readByIds: (ids: readonly string[]) => Promise<Row[]>;
}

/**
 * Answers a table in the order asked for: without any parameter a plain array of at most 1,000; with one a page. A cursor
 * is the place of a page's first or last row by what it is sorted by, and not a number of rows: what comes or goes in the
 * meantime neither repeats a row nor hides one, in either direction.
 * @param readPlainRows of a request without any parameter, where that list has an order of its own
 * @throws AppError VALIDATION for a cursor that is not one of this table with this sort and these filters
 */
export async function answerTable<Row extends PlacedRow, Item>(
  source: TableSource<Row, Item>,
  query: ListQuery,
  readPlainRows = (limit: number) => source.readRows(toSlice(source.order, null, limit)),
): Promise<Item[] | TablePage<Item>> {
  const { table, order, toItems } = source;
  if (isPlain(query)) return toItems(await readPlainRows(MAX_PLAIN_LIST));
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const fingerprint = computeFingerprint(table, query);
  const place = query.cursor === undefined ? null : readCursor(query.cursor, fingerprint, order);
  // One more than asked for tells whether there is another page.
  const { rows: found, total } = await readAndCount(source, toSlice(order, place, limit + 1));
  const shown = found.slice(0, limit);
  const isMore = found.length > limit;
  if (place && isBackwards(place)) shown.reverse();
  const { previous, next } = neighboursOf(place, shown, isMore);
  return {
    items: await toItems(shown),
    nextCursor: next && writeCursor(fingerprint, next),
    previousCursor: previous && writeCursor(fingerprint, previous),
    total,
  };
}

async function readAndCount<Row extends PlacedRow>(
  { readRows, countRows, readCounted }: TableSource<Row, unknown>,
  slice: Slice,
): Promise<{ rows: Row[]; total: number }> {
  if (readCounted) return readCounted(slice);
  const [rows, total] = await Promise.all([readRows(slice), countRows()]);
  return { rows, total };
}

/** Where the pages before and after this one begin. An empty one still leads back to where it was come from. */
function neighboursOf(
  place: Place | null,
  shown: readonly PlacedRow[],
  isMore: boolean,
): { previous: Place | null; next: Place | null } {
  const before = placeAt("before", shown[0]) ?? (place && { ...place, side: "until" });
  const after = placeAt("after", shown.at(-1)) ?? (place && { ...place, side: "from" });
  if (place === null) return { previous: null, next: isMore ? after : null };
  return isBackwards(place)
    ? { previous: isMore ? before : null, next: after }
    : { previous: before, next: isMore ? after : null };
}

const placeAt = (side: Side, row: PlacedRow | undefined): Place | null =>
  row ? { side, values: row.pagePlace } : null;

const sides: readonly Side[] = ["after", "from", "before", "until"];

function writeCursor(fingerprint: string, { side, values }: Place): string {
  return Buffer.from(JSON.stringify([fingerprint, side, ...values])).toString("base64url");
}

function readCursor(cursor: string, fingerprint: string, { keys }: TableOrder): Place {
  const [madeFor, name, ...values] = textsIn(Buffer.from(cursor, "base64url").toString());
  const side = sides.find((each) => each === name);
  const isOurs = madeFor === fingerprint && values.length === keys.length;
  if (side === undefined || !isOurs || !keys.every((key, index) => isKeyText(key, values[index] ?? ""))) refuseCursor();
  return { side, values };
}

function textsIn(json: string): string[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) && read.every((each) => typeof each === "string") ? read : [];
  } catch {
    return [];
  }
}

/** How many rows are read at once for a file. */
const FILE_BATCH = 500;

/** The rows of these ids, batch after batch, each read when the one before has been taken. */
export async function* readAll<Row extends PlacedRow>(
  { readByIds }: Pick<FileSource<Row, unknown>, "readByIds">,
  ids: PackedIds,
): AsyncGenerator<Row[]> {
  for (const batch of splitIntoBatches(ids, FILE_BATCH)) {
    const rows = await readByIds(batch);
    if (rows.length > 0) yield rows;
  }
}
