import { defaultPageSize, maxPlainList, type Page } from "@wazi/contracts";
import { fingerprintOf, isMomentText, isPlain, momentText, refuseCursor, type ListQuery } from "./cursor.ts";

/** What a row's place in its list is: newest first, and by id among those of one moment. */
export interface PageKey {
  /** To the microsecond, as `pageAt` writes it; "infinity" before the first row. */
  at: string;
  id: string;
}

/** What every row of a list that is read page by page must have. */
export interface PageRow {
  id: string | bigint;
  /** `pageAt` of the time by which the list is sorted. */
  page_at: string;
}

/** Column list text: a timestamptz to the microsecond, which a `Date` would cut off. Connections speak UTC. */
export const pageAt = (column: string): string => `${momentText(column)} as page_at`;

type IdKind = "uuid" | "number";

/** Above every id of its kind: with it the first page needs no condition of its own, and the index is used alike. */
const highestId: Readonly<Record<IdKind, string>> = {
  uuid: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  number: "9223372036854775807",
};
const idPattern: Readonly<Record<IdKind, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  number: /^\d{1,18}$/,
};

/**
 * Answers a list, newest first: without any parameter a plain array of at most 1,000; with one a page, whose cursor is
 * the place of its last row. What comes or goes in the meantime neither repeats a row on a later page nor hides one.
 *
 * `readRows` gives at most `limit` rows below `after`, that is
 * `where (created_at, id) < (after.at::timestamptz, after.id::uuid) order by created_at desc, id desc`.
 * @param list names the list: a cursor is only good for the list and the filters that it was made with
 * @throws AppError VALIDATION for a cursor that is not one of this list with these filters
 */
export async function answerList<Row extends PageRow, Item>(input: {
  list: string;
  ids: IdKind;
  query: ListQuery;
  readRows: (after: PageKey, limit: number) => Promise<Row[]>;
  /** How many rows the filters leave; asked for on the first page only. */
  countRows?: () => Promise<number>;
  toItems: (rows: Row[]) => Promise<Item[]> | Item[];
}): Promise<Item[] | Page<Item>> {
  const { query, readRows, countRows, toItems } = input;
  const first: PageKey = { at: "infinity", id: highestId[input.ids] };
  if (isPlain(query)) return toItems(await readRows(first, maxPlainList));
  const limit = query.limit ?? defaultPageSize;
  const fingerprint = fingerprintOf(input.list, query);
  const after = query.cursor === undefined ? first : readCursor(query.cursor, fingerprint, input.ids);
  // One more than asked for tells whether there is another page.
  const [rows, total] = await Promise.all([
    readRows(after, limit + 1),
    query.cursor === undefined ? countRows?.() : undefined,
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await toItems(shown),
    nextCursor: last ? writeCursor(last, fingerprint) : null,
    ...(total === undefined ? {} : { total }),
  };
}

function writeCursor(row: PageRow, fingerprint: string): string {
  return Buffer.from([fingerprint, row.page_at, row.id].join(" ")).toString("base64url");
}

function readCursor(cursor: string, fingerprint: string, ids: IdKind): PageKey {
  const [madeFor, at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (madeFor === fingerprint && isMomentText(at) && idPattern[ids].test(id)) return { at, id };
  return refuseCursor();
}
