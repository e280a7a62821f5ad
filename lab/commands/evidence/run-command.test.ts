import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePartTexts } from "../../../packages/trading/src/core-portfolios/core-fixtures.ts";
import { PART_FILES, type PartTexts } from "../../../packages/trading/src/core-portfolios/part-returns.ts";
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
  readonly keeps: readonly { readonly fundCostPct: number }[];
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
      "The bot decides on hourly bars, and this record is on daily bars. A verdict takes all bots: run without --bot. " +
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

  it("prints tables of the bots as they trade, and of their series", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Crypto-Whale-07");
    expect(code).toBe(0);
    expect(out).toContain("# The bots as they trade: one nav over all their instruments");
    expect(out).toMatch(/\| Crypto-Whale-07 \| crypto_BTCUSD_1d \| .* \| Not judged: The bot decides/);
    expect(err.join("\n")).toContain("notes.csv: the name is not");
  });

  it("finds crude oil in the folder above, and refuses it whole for a price below 0", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Gold-Trader-02", "--json");
    expect(code).toBe(1);
    const reason = "commodity_wti_close_1d.csv, line 62: the open -1 is not above 0";
    const [whole, ...series] = JSON.parse(out) as Record<string, unknown>[];
    expect(Object.keys(whole!).slice(0, WHOLE_KEYS.length)).toEqual(WHOLE_KEYS);
    expect(whole).toMatchObject({ scope: "whole", verdict: "not-judged", sharpe: null, alpha: null });
    expect(whole!["verdictReason"]).toMatch(/It has no record\.$/);
    expect(series).toEqual([
      { bot: "Gold-Trader-02", scope: "series", series: "commodity_wti_close_1d", reason: `Refused: ${reason}.` },
    ]);
    expect(err.join("\n")).toMatch(/added .*commodity_wti_close_1d.csv/);
    expect(err).toContain(`refused ${reason}`);
    const text = await run("--data", folder, "--bot", "Gold-Trader-02");
    expect(text.out).toContain(`- Gold-Trader-02, commodity_wti_close_1d: Refused: ${reason}.`);
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
      ]);
      const [basket, , bills] = entries;
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
