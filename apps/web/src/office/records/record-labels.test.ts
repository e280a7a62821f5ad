import { describe, expect, it } from "vitest";
import { formatAge, formatUtc } from "../display/age.tsx";
import { findColumnOrder, toSortName, type RecordColumn } from "./record-columns.ts";
import { formatPageRange } from "./record-pager.tsx";

const rows = (count: number) => Array.from({ length: count }, () => ({}));

describe("formatPageRange", () => {
  it.each([
    ["the only page", 3, null, null, 3, 1, "1–3 of 3"],
    ["the first page", 50, null, "n", 12_345, 1, "1–50 of 12,345"],
    ["the second page", 50, "p", "n", 12_345, 2, "51–100 of 12,345"],
    ["the last page, with any page counter", 45, "p", null, 12_345, 300, "12,301–12,345 of 12,345"],
    ["the first page, reached backwards", 50, null, "n", 12_345, 4, "1–50 of 12,345"],
    ["an empty list", 0, null, null, 0, 1, "0 of 0"],
    ["a page that is empty now", 0, "p", null, 40, 2, "0 of 40"],
  ])("of %s", (_, count, previousCursor, nextCursor, total, page, words) => {
    expect(formatPageRange({ items: rows(count), previousCursor, nextCursor, total }, page)).toBe(words);
  });
});

describe("sorting by columns", () => {
  const cell = () => null;
  const columns: readonly RecordColumn<{ id: string }>[] = [
    { id: "name", heading: "Name", cell },
    {
      id: "amount",
      heading: "Amount",
      cell,
      sort: { up: "amount", down: "-amount" },
    },
    { id: "status", heading: "Status", cell, sort: { other: "waiting" } },
  ];

  it.each([
    ["amount", [{ id: "amount", desc: false }]],
    ["-amount", [{ id: "amount", desc: true }]],
    ["waiting", [{ id: "status", desc: false }]],
  ])("converts %s to a column order and back", (sort, order) => {
    expect(findColumnOrder(columns, sort)).toEqual(order);
    expect(toSortName(columns, order)).toBe(sort);
  });

  it("finds no column for an unknown order", () => {
    expect(findColumnOrder(columns, "-createdAt")).toEqual([]);
    expect(findColumnOrder(columns, undefined)).toEqual([]);
    expect(toSortName(columns, [])).toBeUndefined();
    expect(toSortName(columns, [{ id: "name", desc: true }])).toBeUndefined();
  });

  it("keeps the only order of a column", () => {
    expect(toSortName(columns, [{ id: "status", desc: true }])).toBe("waiting");
  });
});

describe("formatAge", () => {
  const minute = 60_000;
  const hour = 60 * minute;
  it.each([
    [-hour, "under 1 min"],
    [minute - 1, "under 1 min"],
    [minute, "1 min"],
    [59 * minute, "59 min"],
    [hour, "1 h"],
    [47.9 * hour, "47 h"],
    [48 * hour, "2 days"],
    [59 * 24 * hour, "59 days"],
    [60 * 24 * hour, "2 months"],
    [730 * 24 * hour, "2 years"],
  ])("of %d ms is %s", (ms, words) => {
    expect(formatAge(ms)).toBe(words);
  });

  it("formats the exact time in UTC", () => {
    expect(formatUtc("2026-11-21T13:32:05.123+03:00")).toBe("2026-11-21 10:32:05 UTC");
  });
});
