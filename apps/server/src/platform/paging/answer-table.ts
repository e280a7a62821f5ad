import { DEFAULT_PAGE_SIZE, MAX_PLAIN_LIST } from "@wazi/contracts";
import type { InTurn } from "../base/turns.ts";
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
  /** The number of rows that match the filters. Absent if there are too many to count them fast. */
  total?: number;
}

interface CountedRows<Row> {
  rows: Row[];
  total: number | undefined;
}

/** A table with the requested sort and filters, from which pages are read. */
export interface TableSource<Row extends PlacedRow, Item> {
  /** A cursor is valid only for the table, sort and filters that it was made for. */
  table: string;
  order: TableOrder;
  readRows: (slice: Slice) => Promise<Row[]>;
  /** Undefined if there are too many to count them fast. */
  countRows: () => Promise<number | undefined>;
  /** Reads and counts in one statement, where that is faster. */
  readCounted?: (slice: Slice) => Promise<CountedRows<Row>>;
  toItems: (rows: Row[]) => Promise<Item[]> | Item[];
}

/** A table that can also be downloaded as a file. */
export interface FileSource<Row extends PlacedRow, Item> extends TableSource<Row, Item> {
  /** Reads the ids of the first rows, up to `most`, in one statement. */
  readIds: (order: TableOrder, most: number) => Promise<PackedIds>;
  /** Reads rows by their ids, in the order given, without rows that no longer match the filters. */
  readByIds: (ids: readonly string[]) => Promise<Row[]>;
}

/**
 * Answers a table in the requested order. Without parameters it is a plain array of at most 1,000 rows; with parameters
 * it is a page. A cursor holds the sort values of a page's first or last row and not a row number. Rows that are added
 * or removed in between neither repeat nor hide a row, in either direction.
 * @param readPlainRows reads the rows of a request without parameters, where that list has a different order
 * @throws AppError VALIDATION for a cursor of another table, sort or filter
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
  // One extra row shows whether there is another page.
  const { rows: found, total } = await readAndCount(source, toSlice(order, place, limit + 1));
  const shown = found.slice(0, limit);
  const isMore = found.length > limit;
  if (place && isBackwards(place)) shown.reverse();
  const { previous, next } = neighboursOf(place, shown, isMore);
  return {
    items: await toItems(shown),
    nextCursor: next && writeCursor(fingerprint, next),
    previousCursor: previous && writeCursor(fingerprint, previous),
    ...(total === undefined ? {} : { total }),
  };
}

async function readAndCount<Row extends PlacedRow>(
  { readRows, countRows, readCounted }: TableSource<Row, unknown>,
  slice: Slice,
): Promise<CountedRows<Row>> {
  if (readCounted) return readCounted(slice);
  const [rows, total] = await Promise.all([readRows(slice), countRows()]);
  return { rows, total };
}

/**
 * Returns the places where the previous and the next page begin. An empty page still links back to the page before it.
 */
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

/** The number of rows in one read for a file. */
const FILE_BATCH = 500;
/** The number of reads that one file has under way. */
const READS_AHEAD = 2;

/**
 * Yields the items of these ids in batches. While the caller uses one, the next two are read, and no further one: a caller that
 * waits for its client makes the reading wait.
 * @param read runs each read of a batch, when its turn comes
 */
export async function* readAll<Row extends PlacedRow, Item>(
  { readByIds, toItems }: Pick<FileSource<Row, Item>, "readByIds" | "toItems">,
  ids: PackedIds,
  read: InTurn,
): AsyncGenerator<Item[]> {
  const batches = splitIntoBatches(ids, FILE_BATCH);
  const reading: Promise<Item[]>[] = [];
  let isStopped = false;
  const readAhead = (): void => {
    while (reading.length < READS_AHEAD) {
      const next = batches.next();
      if (next.done === true) return;
      const items = read(() => (isStopped ? Promise.resolve([]) : readByIds(next.value).then(toItems)));
      // Reported when it is awaited.
      items.catch(() => undefined);
      reading.push(items);
    }
  };
  try {
    readAhead();
    for (let next = reading.shift(); next !== undefined; next = reading.shift()) {
      const items = await next;
      readAhead();
      if (items.length > 0) yield items;
    }
  } finally {
    // A caller that stops early goes on when nothing is being read any more. Reads that still wait for their turn are left out.
    isStopped = true;
    await Promise.allSettled(reading);
  }
}
