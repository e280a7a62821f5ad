import { DAY_MS } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { isFiltered, noFilters, toQuery, readFilters, writeFilters } from "./trade-filters.ts";

const BOT = "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10";

describe("filters in the address", () => {
  it("survive reading and writing", () => {
    const text = `bot=${BOT}&symbol=EUR%2FUSD&side=buy&outcome=won&from=2026-11-01&to=2026-11-21`;
    const filters = readFilters(new URLSearchParams(text));
    expect(isFiltered(filters)).toBe(true);
    expect(new URLSearchParams(writeFilters(filters)).toString()).toBe(text);
  });

  it.each(["side=up", "bot=7", "from=2026-13-40", "to=yesterday", "outcome=", `symbol=${"X".repeat(41)}`, "page=2"])(
    "ignores %s",
    (text) => {
      expect(readFilters(new URLSearchParams(text))).toEqual(noFilters);
      expect(isFiltered(noFilters)).toBe(false);
    },
  );
});

describe("queryOf", () => {
  it("covers whole days in the reader's time zone", () => {
    const { from, to, side, symbol } = toQuery({ ...noFilters, from: "2026-11-20", to: "2026-11-20", side: "sell" });
    expect(from).toBe(new Date(2026, 10, 20).toISOString());
    expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(DAY_MS - 1);
    expect([side, symbol]).toEqual(["sell", undefined]);
  });
});
