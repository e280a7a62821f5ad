import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runEvidenceCommand } from "../evidence/run-command.ts";
import { runBacktestCommand } from "./run-command.ts";

const HEADER = "time,open,high,low,close,volume";
const FAULTY_LINE = 102;
let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "wazi-refused-"));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Rows of daily bars; the n-th row is line n + 2. */
function makeRows(count = 300): string[] {
  return Array.from({ length: count }, (_, day) => {
    const close = Number((100 + 10 * Math.sin(day / 9)).toFixed(2));
    const date = new Date(Date.UTC(2020, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);
    return `${date},${close},${close + 1},${close - 1},${close},5`;
  });
}

/** The row with all prices divided by a number. */
function divideRow(row: string, divisor: number): string {
  const [date = "", ...cells] = row.split(",");
  return [date, ...cells.map((cell) => (Number(cell) / divisor).toFixed(4))].join(",");
}

/** Breaks made rows at index 100, which is line 102. */
const faults: readonly (readonly [name: string, make: (rows: string[]) => string[], reason: string])[] = [
  ["a hole", (rows) => rows.filter((_, row) => row < 100 || row >= 120), "there is a gap of 21.0 days"],
  ["a split", (rows) => rows.map((row, day) => (day < 100 ? row : divideRow(row, 4))), "times the previous close"],
  ["a doubled line", (rows) => [...rows.slice(0, 100), rows[99]!, ...rows.slice(100)], "the time is the same as"],
  ["a disordered line", (rows) => rows.with(99, rows[100]!).with(100, rows[99]!), "the time is before that of"],
  ["a price below 0", (rows) => rows.with(100, rows[100]!.replace(/,/, ",-")), "is not above 0"],
];

function writeFile(name: string, rows: readonly string[], fileName = "crypto_BTCUSD_1d.csv"): string {
  const folder = join(root, name.replaceAll(" ", "-"), "prices");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fileName), [HEADER, ...rows, ""].join("\n"));
  return folder;
}

async function runCommand(run: "evidence" | "backtest", ...args: string[]) {
  let out = "";
  const err: string[] = [];
  const output = { out: (text: string) => (out += text), err: (text: string) => err.push(text) };
  const threads = { program: undefined, count: 1 };
  const code = await (run === "evidence"
    ? runEvidenceCommand(args, output)
    : runBacktestCommand(args, output, threads));
  return { code, out, err: err.join("\n") };
}

/** Runs all three commands that trade a file of bars. */
async function runAll(folder: string, { bot, fileName }: { bot: string; fileName: string }) {
  const rule = ["--strategy", "sma-cross", "--commission", "0.001"];
  return {
    evidence: await runCommand("evidence", "--data", folder, "--bot", bot, "--json"),
    ofBot: await runCommand("backtest", "--bot", bot, "--data", folder, "--json"),
    ofRule: await runCommand("backtest", ...rule, "--data", join(folder, fileName), "--json"),
  };
}

/** The entries of series in the evidence; the bot as a whole comes before them, and is not judged. */
function listSeries(out: string): Record<string, unknown>[] {
  const [whole, ...series] = JSON.parse(out) as Record<string, unknown>[];
  expect(whole).toMatchObject({ scope: "whole", verdict: "not-judged" });
  return series;
}

const onCoins = { bot: "Crypto-Scalper-03", fileName: "crypto_BTCUSD_1d.csv" };

describe("evidence, backtest --bot and backtest --strategy", () => {
  it("read a sound file", async () => {
    const { evidence, ofBot, ofRule } = await runAll(writeFile("sound", makeRows()), onCoins);
    expect([evidence.code, ofBot.code, ofRule.code]).toEqual([0, 0, 0]);
    expect(listSeries(evidence.out)).toMatchObject([{ series: "crypto_BTCUSD_1d", bars: 300 }]);
  });

  it.each(faults)("refuse a file with %s whole, with its line", async (name, make, reason) => {
    const { evidence, ofBot, ofRule } = await runAll(writeFile(name, make(makeRows())), onCoins);
    const place = `crypto_BTCUSD_1d.csv, line ${FAULTY_LINE}: `;
    for (const { code, err } of [evidence, ofBot, ofRule]) {
      expect(code).toBe(1);
      expect(err).toContain(place);
      expect(err).toContain(reason);
    }
    expect([ofBot.out, ofRule.out]).toEqual(["", ""]);
    const [entry, ...others] = listSeries(evidence.out);
    expect(others).toEqual([]);
    expect(entry).toEqual({
      bot: onCoins.bot,
      scope: "series",
      series: "crypto_BTCUSD_1d",
      reason: expect.stringContaining(`Refused: ${place}`) as string,
    });
  });

  it("adjust stock_{symbol}_1d.csv for the splits of dividends_{symbol}.csv, and refuse it without that file", async () => {
    const rows = makeRows().map((row, day) => (day < 100 ? row : divideRow(row, 4)));
    const fileName = "stock_spy_1d.csv";
    const folder = writeFile("share", rows, fileName);
    const onShares = { bot: "Stock-Dividend-08", fileName };
    for (const { code, err } of Object.values(await runAll(folder, onShares))) {
      expect([code, err]).toEqual([1, expect.stringContaining(`${fileName}, line ${FAULTY_LINE}: `)]);
    }
    const split = rows[100]!.slice(0, 10);
    const dividend = `${rows[150]!.slice(0, 10)},0.5,25,1.0000`;
    const header = "ex_date,amount,ref_close_prev_day,split_ratio";
    writeFileSync(join(folder, "dividends_spy.csv"), [header, `${split},0.0000,100,4.0000`, dividend, ""].join("\n"));
    const { evidence, ofBot, ofRule } = await runAll(folder, onShares);
    expect([evidence.code, ofBot.code, ofRule.code]).toEqual([0, 0, 0]);
    expect(listSeries(evidence.out)).toMatchObject([{ series: "stock_spy_1d", bars: 300 }]);
    expect(JSON.parse(ofBot.out)).toMatchObject({ series: [{ symbol: "SPY", interval: "1d", bars: 300 }] });
    // The evidence finds it from a folder below, as it does crude oil.
    mkdirSync(join(folder, "below"));
    const below = await runCommand("evidence", "--data", join(folder, "below"), "--bot", onShares.bot, "--json");
    expect(listSeries(below.out)).toMatchObject([{ series: "stock_spy_1d", bars: 300 }]);
  });

  it("do not put a refused file in the place of a sound one", async () => {
    const folder = writeFile("two files", makeRows(), "stocks_SPY_1d.csv");
    const above = join(folder, "..");
    writeFileSync(join(above, "stock_spy_1d.csv"), [HEADER, ...makeRows().toSpliced(100, 20), ""].join("\n"));
    writeFileSync(join(above, "dividends_spy.csv"), "ex_date,amount,ref_close_prev_day,split_ratio\n");
    const { code, out } = await runCommand("evidence", "--data", folder, "--bot", "Stock-Titan-05", "--json");
    expect(code).toBe(0);
    expect(listSeries(out)).toMatchObject([
      { series: "stocks_SPY_1d", bars: 300 },
      { series: "stock_spy_1d", reason: expect.stringContaining("Refused: stock_spy_1d.csv, line 102") as string },
    ]);
  });

  it.each([["Crypto-Whale-07", "crypto_BTCUSD_1d.csv", "The rule needs volume, and the series has none."]])(
    "do not run %s without its data as another rule",
    async (bot, fileName, reason) => {
      const rows = makeRows().map((row) => row.replace(/,5$/, ",0"));
      const folder = writeFile(`without ${bot}`, rows, fileName);
      const { evidence, ofBot } = await runAll(folder, { bot, fileName });
      const [series] = fileName.split(".");
      expect(evidence.code).toBe(1);
      expect(listSeries(evidence.out)).toEqual([{ bot, scope: "series", series, reason: `Not judged: ${reason}` }]);
      expect([ofBot.code, ofBot.out]).toEqual([1, ""]);
      expect(ofBot.err).toContain(reason);
    },
  );

  it("refuse a pair without the dollar", async () => {
    const folder = writeFile("cross", makeRows(), "forex_EURGBP_1d.csv");
    const evidence = await runCommand("evidence", "--data", folder, "--bot", "Alpha-Forex-01");
    const ofBot = await runCommand("backtest", "--bot", "Alpha-Forex-01", "--data", folder);
    for (const { code, err } of [evidence, ofBot]) {
      expect(code).toBe(1);
      expect(err).toContain("forex_EURGBP_1d.csv: EUR/GBP is a pair without USD");
    }
  });
});

const DATA = join(import.meta.dirname, "..", "..", "..", "..", "shared", "market-data");
const isThere = existsSync(DATA);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

describe.skipIf(!isThere)("real defects", () => {
  it.each([
    ["dirty/commodity_uso_etf_1d_ticker_reuse_1998.csv", "Gold-Trader-02", "commodities_XAUUSD_1d.csv", 136],
    ["dirty/stock_qqq_1d.csv", "Stock-Titan-05", "stocks_SPY_1d.csv", 262],
    ["dirty/crypto_btcusd_coinbase_1d_from2014_gaps.csv", "Crypto-Scalper-03", "crypto_BTCUSD_1d.csv", 11],
    ["dirty/index_vix_1d.csv", "Index-Pro-04", "indices_SPX_1d.csv", 535],
    ["stock_ibm_1d.csv", "Stock-Titan-05", "stocks_SPY_1d.csv", 354],
    ["commodity_wti_close_1d.csv", "Gold-Trader-02", "commodities_XAUUSD_1d.csv", 8_645],
  ])("of %s are refused by all three commands", async (path, bot, fileName, line) => {
    const [, ...rows] = readFileSync(join(DATA, path), "utf8").trimEnd().split("\n");
    const folder = writeFile(path, rows, fileName);
    for (const { code, err } of Object.values(await runAll(folder, { bot, fileName }))) {
      expect([code, err]).toEqual([1, expect.stringContaining(`${fileName}, line ${line}: the`)]);
    }
  });
});
