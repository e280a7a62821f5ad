import { DEFAULT_PAGE_SIZE, MAX_PLAIN_LIST, type Page } from "@wazi/contracts";
import { computeFingerprint, isMomentText, isPlain, momentText, refuseCursor, type ListQuery } from "./cursor.ts";

/** What a row's place in its list is: newest first, and by id among those of one moment. */
export interface PageKey {
  /** To the microsecond, as `pageAt` writes it; "infinity" before the first row. */
  at: string;
  /** A number, in digits. */
  id: string;
}

/** What every row of a list that is read page by page must have. */
export interface PageRow {
  id: string | bigint;
  /** `pageAt` of the time by which the list is sorted. */
  pageAt: string;
}

/** Column list text: a timestamptz to the microsecond, which a `Date` would cut off. Connections speak UTC. */
export const pageAt = (column: string): string => `${momentText(column)} as "pageAt"`;

/** Above every id: with it the first page needs no condition of its own, and the index is used alike. */
const HIGHEST_ID = "9223372036854775807";

/**
 * Answers a list that is only read onwards, newest first: without any parameter a plain array of at most 1,000; with one a page, whose cursor is
 * the place of its last row. What comes or goes in the meantime neither repeats a row on a later page nor hides one.
 *
 * `readRows` gives at most `limit` rows below `after`, that is
 * `where (executed_at, id) < (after.at::timestamptz, after.id::bigint) order by executed_at desc, id desc`.
 * @param list names the list: a cursor is only good for the list and the filters that it was made with
 * @throws AppError VALIDATION for a cursor that is not one of this list with these filters
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
  // One more than asked for tells whether there is another page.
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
