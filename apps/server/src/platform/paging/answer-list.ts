import { DEFAULT_PAGE_SIZE, MAX_PLAIN_LIST, type Page } from "@wazi/contracts";
import { computeFingerprint, isMomentText, isPlain, momentText, refuseCursor, type ListQuery } from "./cursor.ts";

/** A row's place in a list that is sorted newest first, and by id among rows of the same moment. */
export interface PageKey {
  /** A time to the microsecond, as `pageAt` writes it; "infinity" is the place before the first row. */
  at: string;
  /** A number as text. */
  id: string;
}

/** The columns that each row of a paged list needs. */
export interface PageRow {
  id: string | bigint;
  /** The time by which the list is sorted, written by `pageAt`. */
  pageAt: string;
}

/**
 * Returns SQL for a column list: a timestamptz to the microsecond, which a `Date` would cut off. Connections use UTC.
 */
export const pageAt = (column: string): string => `${momentText(column)} as "pageAt"`;

/** Higher than every id, so that the first page uses the same condition and index as the others. */
const HIGHEST_ID = "9223372036854775807";

/**
 * Answers a list that is read forwards only, newest first. Without parameters it is a plain array of at most 1,000
 * rows; with parameters it is a page, whose cursor is the place of its last row. Rows that are added or removed in
 * between neither repeat nor hide a row on a later page.
 *
 * `readRows` returns at most `limit` rows after `after`:
 * `where (executed_at, id) < (after.at::timestamptz, after.id::bigint) order by executed_at desc, id desc`.
 * @param list the list's name: a cursor is valid only for the list and the filters that it was made for
 * @throws AppError VALIDATION for a cursor of another list or other filters
 */
export async function answerList<Row extends PageRow, Item>(input: {
  list: string;
  query: ListQuery;
  readRows: (after: PageKey, limit: number) => Promise<Row[]>;
  toItems: (rows: Row[]) => Promise<Item[]> | Item[];
}): Promise<Item[] | Page<Item>> {
  const { query, readRows, toItems } = input;
  const first: PageKey = { at: "infinity", id: HIGHEST_ID };
  if (isPlain(query)) return toItems(await readRows(first, MAX_PLAIN_LIST));
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const fingerprint = computeFingerprint(input.list, query);
  const after = query.cursor === undefined ? first : readCursor(query.cursor, fingerprint);
  // One extra row shows whether there is another page.
  const rows = await readRows(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await toItems(shown),
    nextCursor: last ? writeCursor(last, fingerprint) : null,
  };
}

function writeCursor(row: PageRow, fingerprint: string): string {
  return Buffer.from([fingerprint, row.pageAt, row.id].join(" ")).toString("base64url");
}

function readCursor(cursor: string, fingerprint: string): PageKey {
  const [madeFor, at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (madeFor === fingerprint && isMomentText(at) && /^\d{1,18}$/.test(id)) return { at, id };
  return refuseCursor();
}
