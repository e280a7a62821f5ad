import * as z from "zod/mini";

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
/** The rows of a table are counted up to this number. */
export const MAX_COUNTED_ROWS = 10_000;
/** Limit for lists that are requested without parameters. */
export const MAX_PLAIN_LIST = 1_000;

const LIMIT_MESSAGE = formatRangeMessage("limit", MAX_PAGE_SIZE);
const CURSOR_MESSAGE = "cursor must be the nextCursor or previousCursor of a page of this list";
/** A cursor contains the values its row is sorted by, such as a name and an e-mail address. */
const MAX_CURSOR_LENGTH = 4_000;

const limit = z.pipe(
  z.union([z.string(), z.int()], LIMIT_MESSAGE),
  z.transform((value, context) => {
    const text = String(value);
    if (!isInRange(text, MAX_PAGE_SIZE)) {
      context.issues.push({ code: "custom", message: LIMIT_MESSAGE, input: value });
      return z.NEVER;
    }
    return Number(text);
  }),
);

/**
 * Query parameters of a list: `limit`, `cursor` and the given filters. Unknown parameters and repeated ones are refused.
 */
export function listQuery<const Filters extends Readonly<Record<string, z.ZodMiniType>>>(filters: Filters) {
  return z.strictObject({
    limit: z.optional(limit),
    cursor: z.optional(z.string(CURSOR_MESSAGE).check(z.maxLength(MAX_CURSOR_LENGTH, CURSOR_MESSAGE))),
    ...filters,
  });
}

/** Enough for a transaction hash, an address, or a name with an e-mail address. */
const MAX_SEARCH_LENGTH = 500;
/** CSV exports put an apostrophe before text that a spreadsheet would run as a formula, such as a phone number's plus. */
const guardedFormula = /^'(?=\s*[=+\-@＝＋－＠])/u;

/**
 * Searches for a text in a row, ignoring case. It begins and ends with the beginning or the end of a word.
 * @param maxLength the longest text that such a row shows
 */
export const searchFilter = (maxLength = MAX_SEARCH_LENGTH) =>
  z.optional(
    z.string("search must be one text").check(
      z.trim(),
      z.maxLength(maxLength, `search must be at most ${maxLength} characters`),
      z.overwrite((text) => text.replace(guardedFormula, "")),
    ),
  );

export function choiceFilter<const Name extends string, const Value extends string>(
  name: Name,
  allowed: readonly [Value, ...Value[]],
) {
  return z.optional(z.enum(allowed, `${name} must be one of: ${allowed.join(", ")}`));
}

export const symbolFilter = z.optional(
  z.string("symbol must be one text").check(z.trim(), z.maxLength(40, "symbol must be at most 40 characters")),
);

/** A whole number from `least` to `most`, without leading zeros. */
export function numberFilter(name: string, most: number, least = 1) {
  const message = formatRangeMessage(name, most, least);
  return z.optional(z.string(message).check(z.refine((text) => isInRange(text, most, least), message)));
}

function formatRangeMessage(name: string, most: number, least = 1): string {
  return `${name} must be a whole number from ${least} to ${most}`;
}

const isInRange = (text: string, most: number, least = 1): boolean =>
  /^(0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most;

/** A time in UTC, to the millisecond at most, such as 2026-11-21T07:30:00Z. */
export function momentFilter<const Name extends string>(name: Name) {
  const message = `${name} must be a time in UTC, such as 2026-11-21T07:30:00Z`;
  return z.optional(z.string(message).check(z.refine(isMoment, message)));
}

function isMoment(text: string): boolean {
  // PostgreSQL has no year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text)) return false;
  const moment = new Date(text);
  // Date would read 30 February as a day in March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 19));
}

/** One page of a list. `nextCursor` is null on the last page; `total` is on the first page or on all pages. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  /** Null on the first page; absent in lists that only page forward. */
  previousCursor?: string | null | undefined;
  total?: number | undefined;
}

/** Answer of a list that is always paged. */
export function pageAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.optional(z.int()) });
}

/** Answer of a list that pages in both directions, with the total on every page, if it can be counted fast. */
export function tableAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    /** Absent above `MAX_COUNTED_ROWS`, and for a search that thousands of rows match. */
    total: z.optional(z.int()),
  });
}

/** An array for a request without parameters, otherwise a page. */
export function listAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.union([z.array(item), tableAnswer(item), pageAnswer(item)]);
}

export const userFilter = z.optional(z.uuid("user must be the id of a user"));

/** Returns the items of an answer in either form. */
export function toItems<Item>(answer: Item[] | Page<Item>): Item[] {
  return Array.isArray(answer) ? answer : answer.items;
}
