import { part, type Part, raw } from "../db/pool.ts";
import { isMomentText, momentText } from "./cursor.ts";

/** One key of a sort order. */
export interface SortKey {
  /**
   * A column or expression that is never null, as SQL from our source. It needs the table's name, because a bare name
   * would refer to the column of the answer, where an amount is text.
   */
  sql: string;
  type: SortType;
}

type SortType = "timestamptz" | "numeric" | "bigint" | "text" | "uuid";

/** All keys ascend, or all descend. The last key is unique. */
export interface TableOrder {
  keys: readonly SortKey[];
  isDescending: boolean;
  /** A join that a key needs, as SQL from our source. */
  join?: string;
}

/** Returns a sort order of a table and its reverse, under their names. Equal rows are sorted by id. */
export function inBothDirections<const Sort extends string>(
  table: string,
  sort: Sort,
  keys: readonly SortKey[],
  join?: string,
): Record<Sort | `-${Sort}`, TableOrder> {
  const orderOf = (isDescending: boolean): TableOrder => ({
    keys: [...keys, { sql: `${table}.id`, type: "uuid" }],
    isDescending,
    ...(join === undefined ? {} : { join }),
  });
  return { [sort]: orderOf(false), [`-${sort}`]: orderOf(true) } as Record<Sort | `-${Sort}`, TableOrder>;
}

/** A place just after or just before a row. The row itself may have been deleted. */
export interface Place {
  side: Side;
  /** The sort values of that row, as in `pagePlace`. */
  values: readonly string[];
}

/** "after" and "before" exclude the row itself; "from" and "until" include it if it still exists. */
export type Side = "after" | "from" | "before" | "until";

/** The column that each row of a paged table needs, read with `slice.place`. */
export interface PlacedRow {
  pagePlace: string[];
}

/**
 * The parts of a statement that reads a range of a table. A range before a place comes in reverse order:
 * `select …, ${slice.place} from … ${slice.join} where ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`
 */
export interface Slice {
  place: Part;
  join: Part;
  where: Part;
  orderBy: Part;
  limit: number;
  /** The order of the table, and the place where the range starts; null for the beginning. */
  order: TableOrder;
  from: Place | null;
}

export const isBackwards = ({ side }: Place): boolean => side === "before" || side === "until";

/** @param place null for the beginning */
export function toSlice(order: TableOrder, place: Place | null, limit: number): Slice {
  const { keys } = order;
  const isDescending = order.isDescending !== (place !== null && isBackwards(place));
  return {
    place: part`array[${raw(keys.map(textOf).join(", "))}]::text[] as "pagePlace"`,
    join: part`${raw(order.join ?? "")}`,
    where: place === null ? part`true` : beyond(order, place, isDescending),
    orderBy: part`${raw(keys.map(({ sql }) => `${sql} ${isDescending ? "desc" : "asc"}`).join(", "))}`,
    limit,
    order,
    from: place,
  };
}

/** Compares whole rows, so that an index on the keys can start at the place. */
function beyond({ keys, join }: TableOrder, { side, values }: Place, isDescending: boolean): Part {
  const operator = isDescending ? "<" : ">";
  const given = keys.map(({ type }, index) => part`${values[index]}::${raw(type)}`);
  const right = given.reduce((before, each) => part`${before}, ${each}`);
  const isIncluded = side === "from" || side === "until";
  const whole = part`(${raw(keys.map(({ sql }) => sql).join(", "))}) ${raw(isIncluded ? `${operator}=` : operator)} (${right})`;
  const [first] = keys;
  if (join === undefined || first === undefined) return whole;
  // Keys of two tables have no common index. This condition lets the index of the first key start at the place.
  return part`${whole} and ${raw(`${first.sql} ${operator}=`)} ${given[0]}`;
}

function textOf({ sql, type }: SortKey): string {
  if (type !== "timestamptz") return `(${sql})::text`;
  return `case when isfinite(${sql}) then ${momentText(sql)} else (${sql})::text end`;
}

/** True when a cursor's value, which may be forged, is a valid value of the key. */
export function isKeyText({ type }: SortKey, text: string): boolean {
  switch (type) {
    case "timestamptz":
      return text === "infinity" || text === "-infinity" || isMomentText(text);
    case "numeric":
      return /^-?\d{1,30}(\.\d{1,12})?$/.test(text);
    case "bigint":
      return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
    case "text":
      return text.length <= MAX_KEY_TEXT_LENGTH && !text.includes("\0");
    case "uuid":
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
  }
}

/** Longer than any name that rows are sorted by. */
const MAX_KEY_TEXT_LENGTH = 1_000;

type RequestSort = "waiting" | "createdAt" | "amount" | "user";

/**
 * Builds the sort orders of a table of requests (deposits, withdrawals, documents). Equal rows are sorted by time.
 * @param waits SQL: true when a row waits for a decision, as in the table's index by `waiting_place`
 */
export function buildRequestOrders(
  table: string,
  waits: string,
): Readonly<Record<RequestSort | `-${RequestSort}`, TableOrder>> {
  const time: SortKey = { sql: `${table}.created_at`, type: "timestamptz" };
  // The names and e-mail address of the request's user, in lower case.
  const withOwner = `join (select id as owner_id, search_text as owner_text from users) owners on owner_id = ${table}.user_id`;
  return {
    ...inBothDirections(table, "waiting", [{ sql: `waiting_place(${waits}, ${table}.created_at)`, type: "bigint" }]),
    ...inBothDirections(table, "createdAt", [time]),
    ...inBothDirections(table, "amount", [{ sql: `${table}.amount`, type: "numeric" }, time]),
    ...inBothDirections(table, "user", [{ sql: "owners.owner_text", type: "text" }, time], withOwner),
  };
}
