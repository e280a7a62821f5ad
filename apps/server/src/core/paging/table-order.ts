import { part, raw, type Part } from "../../db/pool.ts";
import { isMomentText, momentText } from "./cursor.ts";

/** One of the things that a table is sorted by. */
export interface SortKey {
  /**
   * A column or expression that is never null, text of the source. With its table's name: a bare one would mean the
   * column of that name in the answer, where an amount is text.
   */
  sql: string;
  type: SortType;
}

type SortType = "timestamptz" | "numeric" | "bigint" | "text" | "uuid";

/** All keys rise together, or fall together; the last of them is different in each row. */
export interface TableOrder {
  keys: readonly SortKey[];
  isDescending: boolean;
  /** What a key needs besides the table's own columns, text of the source. */
  join?: string;
}

/** An order of a table by its name, and the opposite one; of equals the id decides. */
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

/** A place between two rows: just after one or just before it. The row itself need not be there any more. */
export interface Place {
  side: Side;
  /** What that row is sorted by, as `pagePlace` has it. */
  values: readonly string[];
}

/** "after" and "before" leave the row itself out, "from" and "until" read it too if it is still there. */
export type Side = "after" | "from" | "before" | "until";

/** What every row of such a table is read with: `slice.place` among the columns. */
export interface PlacedRow {
  pagePlace: string[];
}

/**
 * The parts of a statement that reads a stretch of a table. Backwards it comes in the opposite order:
 * `select …, ${slice.place} from … ${slice.join} where ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`
 */
export interface Slice {
  place: Part;
  join: Part;
  where: Part;
  orderBy: Part;
  limit: number;
  /** What it is a stretch of, and from where on; null for the beginning. */
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

/** Row by row comparison, which an index on the keys in their order serves from its place on. */
function beyond({ keys, join }: TableOrder, { side, values }: Place, isDescending: boolean): Part {
  const operator = isDescending ? "<" : ">";
  const given = keys.map(({ type }, index) => part`${values[index]}::${raw(type)}`);
  const right = given.reduce((before, each) => part`${before}, ${each}`);
  const isIncluded = side === "from" || side === "until";
  const whole = part`(${raw(keys.map(({ sql }) => sql).join(", "))}) ${raw(isIncluded ? `${operator}=` : operator)} (${right})`;
  const [first] = keys;
  if (join === undefined || first === undefined) return whole;
  // Keys of two tables have no index together: with this the first one's own is read from its place on.
  return part`${whole} and ${raw(`${first.sql} ${operator}=`)} ${given[0]}`;
}

function textOf({ sql, type }: SortKey): string {
  if (type !== "timestamptz") return `(${sql})::text`;
  return `case when isfinite(${sql}) then ${momentText(sql)} else (${sql})::text end`;
}

/** Whether a value of a cursor, which anybody may have written, can be read as a key's. */
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

/** More than the names that a row can be sorted by. */
const MAX_KEY_TEXT_LENGTH = 1_000;
