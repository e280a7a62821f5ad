import { DAY_MS } from "@wazi/contracts";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { useSearchText } from "../../lib/address-search.ts";

/**
 * The state of a back office list in the address: filters, order and page. Invalid values are ignored, so that an old
 * or mistyped link still shows the list.
 */

/** A fixed list of values, a search text, a user id, or a day (UTC) as YYYY-MM-DD. */
type FilterKind = readonly string[] | "text" | "id" | "day";

export interface RecordRules {
  readonly filters: Readonly<Record<string, FilterKind>>;
  /** The sort values of the call, default first. Absent if there is only one order. */
  readonly sorts?: readonly [string, ...string[]];
}

/** Parsed from an address. `cursor` is absent on the first page. */
interface RecordAddress {
  filters: Readonly<Record<string, string>>;
  sort: string | undefined;
  cursor: string | undefined;
  /** From 1. For display only, as the cursor alone sets the position. */
  page: number;
}

export const ROWS_PER_PAGE = 50;
const LONGEST_TEXT = 100;
const LONGEST_CURSOR = 300;
const ownNames = ["sort", "cursor", "page"] as const;

const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

function isAllowed(kind: FilterKind, value: string): boolean {
  if (kind === "text") return value.length <= LONGEST_TEXT;
  if (kind === "id") return isUuid(value);
  return kind === "day" ? isDay(value) : kind.includes(value);
}

export function readRecordAddress(rules: RecordRules, search: string): RecordAddress {
  const given = new URLSearchParams(search);
  const filters: Record<string, string> = {};
  for (const [name, kind] of Object.entries(rules.filters)) {
    const value = (given.get(name) ?? "").trim();
    if (value !== "" && isAllowed(kind, value)) filters[name] = value;
  }
  const sort = given.get("sort") ?? "";
  const cursor = given.get("cursor") ?? "";
  const page = given.get("page") ?? "";
  const isFurther = cursor !== "" && cursor.length <= LONGEST_CURSOR;
  return {
    filters,
    sort: rules.sorts?.includes(sort) === true ? sort : rules.sorts?.[0],
    cursor: isFurther ? cursor : undefined,
    page: isFurther && /^[1-9]\d{0,5}$/.test(page) ? Math.max(2, Number(page)) : isFurther ? 2 : 1,
  };
}

/**
 * The query string (without its question mark) of this state. It omits defaults and keeps parameters that do not belong
 * to the list, such as the tab.
 */
export function writeRecordAddress(rules: RecordRules, search: string, address: RecordAddress): string {
  const known = new Set<string>([...ownNames, ...Object.keys(rules.filters)]);
  const kept = [...new URLSearchParams(search)].filter(([name]) => !known.has(name));
  const filters = Object.keys(rules.filters).flatMap((name) => {
    const value = address.filters[name];
    return value === undefined || value === "" ? [] : [[name, value]];
  });
  const sort = address.sort === undefined || address.sort === rules.sorts?.[0] ? [] : [["sort", address.sort]];
  const place =
    address.cursor === undefined
      ? []
      : [
          ["cursor", address.cursor],
          ["page", String(address.page)],
        ];
  return new URLSearchParams([...kept, ...filters, ...sort, ...place]).toString();
}

/** The filters and order as query parameters. The last day is inclusive. */
export function filterQuery(rules: RecordRules, { filters, sort }: RecordAddress): Record<string, string> {
  const given = Object.entries(filters).map(([name, value]): [string, string] => {
    if (rules.filters[name] !== "day") return [name, value];
    const start = Date.parse(`${value}T00:00:00Z`);
    return [name, new Date(name === "to" ? start + DAY_MS : start).toISOString()];
  });
  return Object.fromEntries(sort === undefined ? given : [...given, ["sort", sort]]);
}

/** The query parameters of one page. */
export function pageQuery(rules: RecordRules, address: RecordAddress): Record<string, string> {
  const cursor = address.cursor === undefined ? {} : { cursor: address.cursor };
  return {
    ...filterQuery(rules, address),
    limit: String(ROWS_PER_PAGE),
    ...cursor,
  };
}

export function isFiltered({ filters }: RecordAddress): boolean {
  return Object.keys(filters).length > 0;
}

/** The filters, order and page of a list, kept in the address. */
export interface RecordAddressState extends RecordAddress {
  /** The query of the list's call. `filterQuery` is the query of its export. */
  pageQuery: Readonly<Record<string, string>>;
  filterQuery: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** Goes back to the first page. Typing replaces the history entry; a choice adds one. */
  setFilter: (name: string, value: string, as?: "step" | "typing") => void;
  clearFilters: () => void;
  setSort: (sort: string) => void;
  /** Goes to the first page and replaces an invalid address. */
  restart: () => void;
  /** `undefined` means the first page. */
  goTo: (cursor: string | undefined, page: number) => void;
}

/** `rules` must be a stable object. Other parameters of the address are kept. */
export function useRecordAddress(rules: RecordRules): RecordAddressState {
  const search = useSearchText();
  const [path, navigate] = useLocation();
  return useMemo(() => {
    const address = readRecordAddress(rules, search);
    const first = { cursor: undefined, page: 1 };
    function go(next: RecordAddress, replace = false): void {
      const text = writeRecordAddress(rules, search, next);
      if (text !== search) navigate(text === "" ? path : `${path}?${text}`, { replace });
    }
    return {
      ...address,
      pageQuery: pageQuery(rules, address),
      filterQuery: filterQuery(rules, address),
      isFiltered: isFiltered(address),
      setFilter: (name, value, as = "step") =>
        go(
          {
            ...address,
            ...first,
            filters: { ...address.filters, [name]: value },
          },
          as === "typing",
        ),
      clearFilters: () => go({ ...address, ...first, filters: {} }),
      restart: () => go({ ...address, ...first }, true),
      setSort: (sort) => go({ ...address, ...first, sort }),
      goTo: (cursor, page) => go({ ...address, cursor, page }),
    };
  }, [rules, search, path, navigate]);
}
