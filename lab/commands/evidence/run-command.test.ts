import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePartTexts } from "../../../packages/trading/src/core-portfolios/core-fixtures.ts";
import { PART_FILES, type PartTexts } from "../../../packages/trading/src/core-portfolios/part-returns.ts";
import { nextBellShaped, seedRandom } from "../../../packages/trading/src/simulation/seeded-random.ts";
import { runEvidenceCommand } from "./run-command.ts";

let root = "";
let folder = "";

/** Daily bars that rise and fall, with volume. */
function formatBars(count: number, first = 10): string {
  const rows = Array.from({ length: count }, (_, day) => {
    const price = first + Math.sin(day / 9) + Math.sin(day / 41) * 2;
    const date = new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${price.toFixed(4)},${(price + 0.3).toFixed(4)},${(price - 0.3).toFixed(4)},${(price + 0.1).toFixed(4)},${1 + (day % 7)}`;
  });
  return ["time,open,high,low,close,volume", ...rows].join("\n");
}

/** Daily bars of one random walk, whose moves are a multiple of it. */
function formatWalk(multiple: number): string {
  const random = seedRandom("walk", "days");
  let price = 10;
  const rows = Array.from({ length: 900 }, (_, day) => {
    const open = price;
    price *= Math.exp(multiple * 0.03 * nextBellShaped(random));
    const date = new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10);
    const [high, low] = [Math.max(open, price) * 1.01, Math.min(open, price) * 0.99];
    return [date, ...[open, high, low, price].map((each) => each.toFixed(4)), 5 + (day % 7)].join(",");
  });
  return ["time,open,high,low,close,volume", ...rows].join("\n");
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "wazi-evidence-"));
  folder = join(root, "prices");
  mkdirSync(folder);
  mkdirSync(join(root, "empty"));
  writeFileSync(join(folder, "crypto_BTCUSD_1d.csv"), formatBars(700));
  writeFileSync(join(folder, "crypto_ETHUSD_1d.csv"), formatBars(90));
  writeFileSync(join(folder, "notes.csv"), "a,b\n");
  writeFileSync(join(root, "commodity_wti_close_1d.csv"), `${formatBars(60)}\n2030-01-01,-1,-1,-1,-1,0\n`);
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

async function run(...args: string[]) {
  let out = "";
  const err: string[] = [];
  const code = await runEvidenceCommand(args, { out: (text) => (out += text), err: (text) => err.push(text) });
  return { code, out, err };
}

interface CoreEntry {
  readonly bot: string;
  readonly scope: string;
  readonly yearly: object;
  readonly sharpe: object;
  readonly alpha: object;
  readonly pValue: number;
  readonly grown: { readonly bot: string };
  readonly keeps: readonly { readonly fundCostPct: number; readonly kept: { readonly median: string } }[];
  readonly afterShare: readonly { readonly value: number }[];
}

const KEYS = [
  ...[
    "bot",
    "scope",
    "series",
    "from",
    "to",
    "bars",
    "trades",
    "sharpe",
    "excessReturnPct",
    "maxDrawdownPct",
    "deflatedSharpe",
  ],
  ...["overfittingProbability", "yearsNeeded", "yearsMissing", "costsPct", "couldNotBuyBefore"],
];
const WHOLE_KEYS = ["bot", "scope", "verdict", "yearly", "sharpe", "excess", "difference", "alpha", "keeps"];

describe("evidence command", () => {
  it("prints one array with an entry for each bot as a whole, and for each bot and series", async () => {
    const { code, out } = await run("--data", folder, "--bot", "Crypto-Whale-07", "--json");
    expect(code).toBe(0);
    const [whole, ...entries] = JSON.parse(out) as Record<string, unknown>[];
    expect(Object.keys(whole!).slice(0, WHOLE_KEYS.length)).toEqual(WHOLE_KEYS);
    // Its window of one coin starts in April, so no year is whole.
    expect(whole).toMatchObject({ scope: "whole", verdict: "not-judged", yearly: {}, alpha: null });
    expect(whole!["verdictReason"]).toBe(
      "The bot decides on hourly bars, and this record is on daily bars. It has one coin, BTC/USD, which is known because it rose. A verdict takes all bots: run without --bot. " +
        "Its record has 1.7 years; 10 are needed.",
    );
    const sizes = (whole!["compositions"] as { symbols: string[] }[]).map(({ symbols }) => symbols.length);
    expect(sizes).toEqual([2, 1]);
    expect(entries.map(({ series }) => series)).toEqual(["crypto_BTCUSD_1d", "crypto_ETHUSD_1d"]);
    for (const entry of entries) expect(Object.keys(entry).filter((key) => key !== "reason")).toEqual(KEYS);
    const [long, short] = entries;
    expect(long).toMatchObject({
      bot: "Crypto-Whale-07",
      scope: "series",
      from: "2015-01-01",
      to: "2016-11-30",
      bars: 700,
    });
    expect(short).toMatchObject({ bars: 90, sharpe: null, deflatedSharpe: null });
    expect(short?.["reason"]).toMatch(/daily returns are too few.*Cash counts as 0/);
  });

  it("gives the same records in whichever order the folders are given", async () => {
    const folders = ["zebra", "antelope"].map((name) => join(root, "ordered", name));
    const [one = "", two = ""] = folders;
    for (const each of folders) mkdirSync(each, { recursive: true });
    // Both coins rise on one day, and the bot can buy only one of them.
    writeFileSync(join(one, "crypto_BTCUSD_1d.csv"), formatWalk(1.5));
    writeFileSync(join(two, "crypto_ETHUSD_1d.csv"), formatWalk(1));
    // Two files of one size, of which one is taken.
    writeFileSync(join(one, "crypto_SOLUSD_1d.csv"), formatBars(90, 20));
    writeFileSync(join(two, "crypto_SOLUSD_1d.csv"), formatBars(90, 30));
    const read = async (...order: string[]) => {
      const { code, out } = await run(
        ...order.flatMap((each) => ["--data", each]),
        "--bot",
        "Crypto-Whale-07",
        "--json",
      );
      expect(code).toBe(0);
      return JSON.parse(out) as { scope: string; trades: number; series?: string }[];
    };
    const entries = await read(one, two);
    expect(entries.find(({ scope }) => scope === "whole")?.trades).toBeGreaterThan(5);
    expect(entries.map(({ series }) => series).slice(1)).toEqual(
      ["BTC", "ETH", "SOL"].map((each) => `crypto_${each}USD_1d`),
    );
    expect(await read(two, one)).toEqual(entries);
  });

  it("prints tables of the bots as they trade, and of their series", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Crypto-Whale-07");
    expect(code).toBe(0);
    expect(out).toContain("# The bots as they trade: one nav over all their instruments");
    expect(out).toMatch(/\| Crypto-Whale-07 \| crypto_BTCUSD_1d \| .* \| Not judged: The bot decides/);
    expect(err.join("\n")).toContain("notes.csv: the name is not");
  });

  it("finds crude oil in the folder above, which no bot trades", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Gold-Trader-02", "--json");
    expect([code, out]).toEqual([1, ""]);
    expect(err.join("\n")).toMatch(/added .*commodity_wti_close_1d.csv/);
    expect(err.at(-1)).toContain("No series for this bot");
  });

  it("refuses a series whole for a price below 0", async () => {
    const refused = join(root, "empty", "refused");
    mkdirSync(refused);
    writeFileSync(join(refused, "crypto_SOLUSD_1d.csv"), `${formatBars(60)}\n2030-01-01,-1,-1,-1,-1,0\n`);
    const { code, out, err } = await run("--data", refused, "--bot", "Crypto-Whale-07", "--json");
    expect(code).toBe(1);
    const reason = "crypto_SOLUSD_1d.csv, line 62: the open -1 is not above 0";
    const [whole, ...series] = JSON.parse(out) as Record<string, unknown>[];
    expect(Object.keys(whole!).slice(0, WHOLE_KEYS.length)).toEqual(WHOLE_KEYS);
    expect(whole).toMatchObject({ scope: "whole", verdict: "not-judged", sharpe: null, alpha: null });
    expect(whole!["verdictReason"]).toMatch(/It has no record\.$/);
    expect(series).toEqual([
      { bot: "Crypto-Whale-07", scope: "series", series: "crypto_SOLUSD_1d", reason: `Refused: ${reason}.` },
    ]);
    expect(err).toContain(`refused ${reason}`);
    const text = await run("--data", refused, "--bot", "Crypto-Whale-07");
    expect(text.out).toContain(`- Crypto-Whale-07, crypto_SOLUSD_1d: Refused: ${reason}.`);
  });

  describe("of the core portfolios", () => {
    const write = (name: string, texts: PartTexts, without?: keyof PartTexts): string => {
      const target = join(root, "monthly", name);
      mkdirSync(target, { recursive: true });
      for (const [part, fileName] of Object.entries(PART_FILES)) {
        if (part !== without) writeFileSync(join(target, fileName), texts[part as keyof PartTexts]);
      }
      return target;
    };

    it("prints an entry for each as a whole, with what is kept on each plan", async () => {
      const { code, out, err } = await run("--data", write("months", makePartTexts("command")), "--json");
      expect([code, err]).toEqual([0, []]);
      const entries = JSON.parse(out) as CoreEntry[];
      expect(entries.map(({ bot, scope }) => [bot, scope])).toEqual([
        ["Core Basket", "whole"],
        ["Core Basket with Trend", "whole"],
        ["Bills", "whole"],
        ["Stock-Titan-05", "whole"],
        ["Index-Pro-04", "whole"],
        ["Gold-Trader-02", "whole"],
        ["Stock-Dividend-08", "whole"],
      ]);
      const [basket, , bills, titan, , gold, dividends] = entries;
      expect(titan).toMatchObject({ from: "1975-01", to: "2022-12", parts: ["shares"], early: { from: "1956-06" } });
      expect(titan!.keeps.length).toBe(basket!.keeps.length);
      expect(gold).toMatchObject({ parts: ["gold"], early: null, couldNotBuyBefore: "2004-11-18" });
      // It is its own benchmark.
      expect(dividends).toMatchObject({ difference: 0, alpha: { value: 0, low: 0, high: 0, beta: 1 } });
      const keys = ["bot", "scope", "verdict", "yearly", "sharpe", "excess", "difference", "alpha", "keeps"];
      expect(Object.keys(basket!).slice(0, keys.length)).toEqual(keys);
      expect(Object.keys(basket!.yearly)).toEqual(Array.from({ length: 48 }, (_, index) => String(1975 + index)));
      expect(Object.keys(basket!.sharpe)).toEqual(["value", "low", "high"]);
      expect(Object.keys(basket!.alpha)).toEqual(["value", "low", "high", "beta"]);
      expect(basket!.pValue).toBeGreaterThan(0);
      expect(basket!.pValue).toBeLessThan(1);
      expect(basket!.grown.bot).toMatch(/^\d+\.\d\d$/);
      expect(basket).toMatchObject({
        sharpeBasis: "monthly means: divided by √1.5",
        from: "1975-01",
        to: "2022-12",
        early: { from: "1956-06", to: "1974-12", parts: ["shares", "bonds"] },
      });
      expect(bills).toMatchObject({
        verdict: "benchmark",
        sharpe: null,
        pValue: null,
        excess: 0,
        difference: null,
        alpha: null,
      });
      const { keeps } = basket!;
      expect(keeps.length).toBe(4 * 3 * 4);
      expect(keeps[0]).toMatchObject({ plan: "none", userSharePct: 70, amount: "100.00", years: 1, starts: 565 });
      expect(new Set(keeps.map(({ fundCostPct }) => fundCostPct))).toEqual(new Set([0.2]));
    });

    it("take the share above bills when asked, which changes only what is kept", async () => {
      const folder = write("above-bills", makePartTexts("command"));
      const read = async (...options: string[]) => {
        const args = ["--data", folder, "--bot", "Core Basket", "--json", ...options];
        return (JSON.parse((await run(...args)).out) as CoreEntry[])[0]!;
      };
      const [plain, above] = [await read(), await read("--share-above", "bills")];
      const { keeps, afterShare, ...others } = above;
      expect(others).toEqual({ ...plain, keeps: undefined, afterShare: undefined });
      expect(new Set(keeps.map((each) => "profitShareAbove" in each && each.profitShareAbove))).toEqual(
        new Set(["bills"]),
      );
      const kept = (entry: CoreEntry) => entry.keeps.map((each) => Number(each.kept.median));
      kept(above).forEach((amount, index) => expect(amount).toBeGreaterThanOrEqual(kept(plain)[index]!));
      expect(kept(above)).not.toEqual(kept(plain));
      afterShare.forEach(({ value }, index) => expect(value).toBeGreaterThan(plain.afterShare[index]!.value));
    });

    it("prints a table, and finds one by name", async () => {
      const { code, out } = await run("--data", join(root, "monthly", "months"), "--bot", "Core Basket with Trend");
      expect(code).toBe(0);
      expect(out).toContain("| Core Basket with Trend | 1975-01 | 2022-12 |");
      expect(out).not.toContain("| Core Basket |");
    });

    it("are left out when a file is missing, and refused with file and line when one is invalid", async () => {
      const texts = makePartTexts("command");
      const lacking = await run("--data", write("lacking", texts, "gold"), "--bot", "Bills");
      expect(lacking).toMatchObject({ code: 1, out: "" });
      expect(lacking.err[0]).toBe("No core portfolios: no folder has monthly_gold_usd.csv.");
      const doubled = texts.bonds.replace(/^(1980-05-01,.*\n)/m, "$1$1");
      const invalid = await run("--data", write("doubled", { ...texts, bonds: doubled }));
      expect(invalid).toMatchObject({ code: 1, out: "" });
      expect(invalid.err).toEqual(["rate_us_treasury_10y_monthly.csv, line 328: 1980-05 is repeated"]);
    });
  });

  it.each([
    [["--json"], "--data FOLDER is missing."],
    [["--data", "/nowhere"], '--data: there is no folder "/nowhere".'],
    [["--data", ".", "--bot", "Gold-Trader-01"], "Did you mean Gold-Trader-02?"],
    [["--data", ".", "--record", "--bot", "Gold-Trader-02"], "--record needs all bots."],
    [["--data", ".", "--share-above", "shares"], '--share-above: "shares" is not nothing or bills.'],
    [["--data", ".", "--fast"], "Unknown option '--fast'"],
  ])("rejects %j with one line and code 2", async (args, message) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err.length]).toEqual([2, "", 1]);
    expect(err[0]).toContain(message);
    expect(err[0]).not.toContain("\n");
  });

  it("answers 1 when no series fits, and 0 for help", async () => {
    expect((await run("--data", join(root, "empty"), "--bot", "Index-Pro-04")).code).toBe(1);
    const help = await run("--help");
    expect(help.code).toBe(0);
    expect(help.out).toContain("Exit codes");
  });
});
