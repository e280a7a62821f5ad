import { useMemo } from "react";
import { useLocation } from "wouter";
import { useSearchText } from "../../lib/address-search.ts";
import {
  filterQuery,
  isFiltered,
  pageQuery,
  readRecordAddress,
  writeRecordAddress,
  type RecordAddress,
  type RecordRules,
} from "./record-address.ts";

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
        go({ ...address, ...first, filters: { ...address.filters, [name]: value } }, as === "typing"),
      clearFilters: () => go({ ...address, ...first, filters: {} }),
      restart: () => go({ ...address, ...first }, true),
      setSort: (sort) => go({ ...address, ...first, sort }),
      goTo: (cursor, page) => go({ ...address, cursor, page }),
    };
  }, [rules, search, path, navigate]);
}
