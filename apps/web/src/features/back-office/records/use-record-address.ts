import { useMemo } from "react";
import { useLocation } from "wouter";
import { useSearchText } from "../../../lib/address-search.ts";
import {
  filterQuery,
  isFiltered,
  pageQuery,
  readRecordAddress,
  writeRecordAddress,
  type RecordAddress,
  type RecordRules,
} from "./record-address.ts";

/** The address of a list, read and changed. */
export interface RecordAddressState extends RecordAddress {
  /** For the list's call, and with `filterQuery` for its export. */
  pageQuery: Readonly<Record<string, string>>;
  filterQuery: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** Back to the first page. A text that is being typed takes the place of the one before it; a choice is a step. */
  setFilter: (name: string, value: string, as?: "step" | "typing") => void;
  clearFilters: () => void;
  setSort: (sort: string) => void;
  /** To the first page, in place of an address that leads nowhere. */
  restart: () => void;
  /** `undefined` leads to the first page. */
  goTo: (cursor: string | undefined, page: number) => void;
}

/** `rules` must be the same object each time. What the rules don't name stays in the address as it is. */
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
