import * as z from "zod/mini";

/** How many entries a page has when a request does not say, and at most. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
/** How many a list has at most when it is asked for without any parameter. */
export const MAX_PLAIN_LIST = 1_000;

const LIMIT_MESSAGE = `limit must be a whole number from 1 to ${MAX_PAGE_SIZE}`;
const CURSOR_MESSAGE = "cursor must be the nextCursor or previousCursor of a page of this list";
/** It holds what its row is sorted by, which may be a name and an e-mail address. */
const MAX_CURSOR_LENGTH = 4_000;

const limit = z.pipe(
  z.union([z.string(), z.int()], LIMIT_MESSAGE),
  z.transform((value, context) => {
    const text = String(value);
    if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > MAX_PAGE_SIZE) {
      context.issues.push({ code: "custom", message: LIMIT_MESSAGE, input: value });
      return z.NEVER;
    }
    return Number(text);
  }),
);

/**
 * The parameters of a list: `limit` and `cursor`, which every list takes, and filters of its own. A parameter that is not
 * among them is refused, and so is one that is given twice.
 */
export function listQuery<const Filters extends Readonly<Record<string, z.ZodMiniType>>>(filters: Filters) {
  return z.strictObject({
    limit: z.optional(limit),
    cursor: z.optional(z.string(CURSOR_MESSAGE).check(z.maxLength(MAX_CURSOR_LENGTH, CURSOR_MESSAGE))),
    ...filters,
  });
}

/** As long as a transaction hash, an address, or a name with an e-mail address can be. */
const MAX_SEARCH_LENGTH = 500;
/** A file for spreadsheets has an apostrophe before what would be a formula, such as a phone number's plus. */
const guardedFormula = /^'(?=\s*[=+\-@＝＋－＠])/u;

/**
 * A filter by text that is looked for anywhere in a row's texts, without case.
 * @param most characters that a text can have that is shown in such a row
 */
export const searchFilter = (most = MAX_SEARCH_LENGTH) =>
  z.optional(
    z.string("search must be one text").check(
      z.trim(),
      z.maxLength(most, `search must be at most ${most} characters`),
      z.overwrite((text) => text.replace(guardedFormula, "")),
    ),
  );

/** A filter that is one of a closed list. */
export function choiceFilter<const Name extends string, const Value extends string>(
  name: Name,
  allowed: readonly [Value, ...Value[]],
) {
  return z.optional(z.enum(allowed, `${name} must be one of: ${allowed.join(", ")}`));
}

/** A filter by a symbol, as it is shown. */
export const symbolFilter = z.optional(
  z.string("symbol must be one text").check(z.trim(), z.maxLength(40, "symbol must be at most 40 characters")),
);

/** A filter by a moment, in UTC to the millisecond at most: 2026-11-21T07:30:00Z. */
export function momentFilter<const Name extends string>(name: Name) {
  const message = `${name} must be a time in UTC, such as 2026-11-21T07:30:00Z`;
  return z.optional(z.string(message).check(z.refine(isMoment, message)));
}

function isMoment(text: string): boolean {
  // There is no year 0 in the calendar of a database.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text)) return false;
  const moment = new Date(text);
  // A 30th of February would be read as a day in March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 19));
}

/** One page of a list. `nextCursor` is null on the last one; `total` stands on the first, or on all of them. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  /** Null on the first page; absent in lists that are only read onwards. */
  previousCursor?: string | null | undefined;
  total?: number | undefined;
}

/** What a list answers that always comes page by page. */
export function pageAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.optional(z.int()) });
}

/** What a list answers that can be read in both directions: with the number of all rows on every page. */
export function tableAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    total: z.int(),
  });
}

/** What a list answers: an array to a request without parameters, a page to any other. */
export function listAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.union([z.array(item), tableAnswer(item), pageAnswer(item)]);
}

/** A filter by the user whom a row is about. */
export const userFilter = z.optional(z.uuid("user must be the id of a user"));

/** The entries of a list's answer, whichever form it has. */
export function toItems<Item>(answer: Item[] | Page<Item>): Item[] {
  return Array.isArray(answer) ? answer : answer.items;
}
