import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadBars, type LoadOptions } from "./load-bars.ts";

const strict: LoadOptions = { lenient: false, allowNegative: false };
const lenient: LoadOptions = { ...strict, lenient: true };

/** A file of flat daily bars, given by day of January 2024 and price. */
function buildFile(...rows: readonly (readonly [day: number, price: number])[]): string {
  const lines = rows.map(([day, price]) => {
    const date = new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10);
    return `${date},${price},${price},${price},${price}`;
  });
  return ["time,open,high,low,close", ...lines].join("\n");
}

const readRefusal = (text: string, options = strict) => {
  const loaded = loadBars(text, "f.csv", options);
  return loaded.ok ? undefined : loaded.message;
};

describe("loadBars", () => {
  it("reads columns in any case and order, with the time first", () => {
    const loaded = loadBars(",Close,LOW,High,open,Volume\n2024-01-01,2,1,4,3,9\n", "f.csv", strict);
    expect(loaded).toMatchObject({ ok: true, dropped: [], bars: { length: 1 } });
    if (!loaded.ok) return;
    const { open, high, low, close, volume } = loaded.bars;
    expect([open[0], high[0], low[0], close[0], volume[0]]).toEqual([3, 4, 1, 2, 9]);
  });

  it("adjusts prices for splits before it looks for breaks, and finds the bars of dividends", () => {
    const text = buildFile([1, 400], [2, 404], [3, 101], [4, 102]);
    const day = (date: number) => Date.UTC(2024, 0, date);
    const actions = [
      { kind: "dividend", exTime: day(1), amount: "9" },
      { kind: "dividend", exTime: day(2), amount: "4" },
      { kind: "split", exTime: day(3), ratio: "4" },
      { kind: "dividend", exTime: day(4), amount: "0.5" },
      { kind: "dividend", exTime: day(9), amount: "0.5" },
    ] as const;
    expect(readRefusal(text)).toBe("f.csv, line 4: the open 101 is 0.25 times the previous close 404");
    const loaded = loadBars(text, "f.csv", { ...strict, actions });
    if (!loaded.ok) throw new Error(loaded.message);
    expect([...loaded.bars.close]).toEqual([100, 101, 101, 102]);
    expect(loaded.dividends).toEqual([
      { exTime: day(2), amount: "1.000000000000", bar: 1 },
      { exTime: day(4), amount: "0.500000000000", bar: 3 },
    ]);
  });

  it.each([
    ["", "f.csv, line 1: the file is empty"],
    ["\uFEFF\n \n", "f.csv, line 1: the file is empty"],
    ["time,open,high,low,close\n", "f.csv, line 2: the file has no bars"],
    ["time,price\n1,2", "f.csv, line 1: the header has no column open"],
    [buildFile([1, 10], [2, 0]), "f.csv, line 3: the open 0 is not above 0"],
    [buildFile([1, 10], [1, 10]), "f.csv, line 3: the time is the same as that of the bar above"],
    [buildFile([2, 10], [1, 10]), "f.csv, line 3: the time is before that of the bar above"],
    [buildFile([1, 10], [2, 10]).replaceAll(",10\n", ",ten\n"), 'f.csv, line 2: the close "ten" is not a number'],
    [buildFile([1, 10], [2, 10], [11, 10]), "f.csv, line 4: there is a gap of 9.0 days after the bar above"],
    [buildFile([1, 100], [2, 50.9]), "f.csv, line 3: the open 50.9 is 0.509 times the previous close 100"],
    [buildFile([1, 100], [2, 195.1]), "f.csv, line 3: the open 195.1 is 1.95 times the previous close 100"],
    ["time,open,high,low,close\n2024-01-01,1,1e999,1,1\n", "f.csv, line 2: the high 1e999 is above 1000000000000"],
  ])("refuses %j", (text, message) => {
    expect(readRefusal(text)).toBe(message);
  });

  it.each([
    buildFile([1, 10], [2, 10], [10, 10]),
    buildFile([1, 100], [2, 51], [3, 99]),
    // Bars longer than a day may be three median spacings apart.
    buildFile([1, 10], [31, 40], [62, 10], [150, 90]),
  ])("accepts %j", (text) => {
    expect(readRefusal(text)).toBeUndefined();
  });

  it("refuses a gap of more than three spacings between bars longer than a day", () => {
    expect(readRefusal(buildFile([1, 10], [31, 10], [61, 10], [152, 10]))).toMatch(
      /line 5: there is a gap of 91.0 days/,
    );
  });

  it("accepts prices of 0 and below with allowNegative, and does not call a step to them a jump", () => {
    const text = buildFile([1, 18], [2, -37], [3, 0], [4, 9]);
    expect(readRefusal(text)).toMatch(/line 3: the open -37 is not above 0/);
    expect(readRefusal(text, { ...strict, allowNegative: true })).toBeUndefined();
  });

  it("leaves out and reports invalid rows and a single outlier when lenient", () => {
    const text = `${buildFile([1, 10], [2, 10], [3, 100], [4, 11], [4, 12])}\nnonsense\n2024-01-05,11,11,11,11`;
    const loaded = loadBars(text, "f.csv", lenient);
    expect(loaded).toMatchObject({
      ok: true,
      bars: { length: 4 },
      dropped: [
        { firstLine: 4, lastLine: 4, bars: 1, reason: "the open 100 is 10 times the previous close 10" },
        { firstLine: 6, lastLine: 6, reason: "the time is the same as that of the bar above" },
        { firstLine: 7, lastLine: 7 },
      ],
    });
  });

  it("keeps the longest stretch of a broken series when lenient, and does not take a split for an outlier", () => {
    const loaded = loadBars(buildFile([1, 100], [2, 50], [3, 52], [4, 51], [20, 51], [21, 51]), "f.csv", lenient);
    expect(loaded).toMatchObject({
      ok: true,
      bars: { length: 3 },
      dropped: [
        { firstLine: 2, lastLine: 2, bars: 1, reason: "the open 50 is 0.5 times the previous close 100" },
        { firstLine: 6, lastLine: 7, bars: 2, reason: "there is a gap of 16.0 days after the bar above" },
      ],
    });
    expect(readRefusal("time,open,high,low,close\nx,1,1,1,1\n", lenient)).toMatch(/line 2: the time "x"/);
  });
});

/** Real series beside the repository. Without them, these tests are skipped. */
const marketData = new URL("../../../../../shared/market-data/", import.meta.url);
const isThere = existsSync(marketData);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");
const csvIn = (folder: string) =>
  (isThere ? readdirSync(new URL(folder, marketData)) : [])
    .filter((name) => name.endsWith(".csv"))
    .map((name) => `${folder}${name}`);

describe.skipIf(!isThere)("loadBars with real series", () => {
  const load = (path: string, options = strict) => {
    return loadBars(readFileSync(new URL(path, marketData), "utf8"), path, options);
  };

  it.each(["GOOG.csv", "EURUSD.csv", "BTCUSD.csv", ...csvIn("replay/")])("loads %s", (path) => {
    expect(load(path)).toMatchObject({ ok: true, dropped: [] });
  });

  it.each(csvIn("dirty/"))("refuses %s, and loads part of it when lenient", (path) => {
    const refused = load(path);
    expect(!refused.ok && refused.message).toMatch(/^dirty\/.+\.csv, line \d+: the/);
    const loaded = load(path, lenient);
    expect(loaded.ok && loaded.dropped.length).toBeGreaterThan(0);
    expect(loaded.ok && loaded.bars.length).toBeGreaterThan(1_000);
  });

  it("loads an oil price below zero with allowNegative", () => {
    const path = "commodity_wti_close_1d.csv";
    expect(load(path)).toMatchObject({ ok: false, line: 8645 });
    expect(load(path, { ...strict, allowNegative: true }).ok).toBe(true);
  });
});
