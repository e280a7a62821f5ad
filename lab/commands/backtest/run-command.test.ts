import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeDrawdowns } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBacktestCommand } from "./run-command.ts";
import { formatSparkline } from "./print-report.ts";

let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-backtest-"));
  file = join(folder, "bars.csv");
  const rows = Array.from({ length: 60 }, (_, day) => {
    const price = 100 + 10 * Math.sin(day / 4);
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${price + 1},${price},${price},${price - 1}`;
  });
  writeFileSync(file, ["Date,HIGH,Close,open,Low", ...rows].join("\n"));
  writeFileSync(join(folder, "bad.csv"), "time,open,high,low,close\n2024-01-01,1,1,1,1\n2024-01-02,1,1,2,1\n");
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  let out = "";
  let err = "";
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await runBacktestCommand(args, output, { program: undefined, count: 1 });
  return { code, out, err };
}

const sma = ["--strategy", "sma-cross", "--param", "fast=2", "--param", "slow=5", "--commission", "0.001"];

const swept = ["--strategy", "sma-cross", "--commission", "0.001", "--data", "x", "--sweep"];

describe("backtest command", () => {
  it("adjusts for the splits and pays the dividends of the file beside the prices", async () => {
    const bars = join(folder, "stocks_TEST_1d.csv");
    // A wave, in old shares until the split into four on 21 January.
    const prices = Array.from({ length: 60 }, (_, day) => (100 + 10 * Math.sin(day / 4)) * (day < 20 ? 4 : 1));
    const rows = prices.map((price, day) => {
      return `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)},${price},${price},${price},${price}`;
    });
    writeFileSync(bars, ["time,open,high,low,close", ...rows].join("\n"));
    const args = [...sma, "--data", bars, "--finalize", "--json"];
    expect((await run(...args)).err).toContain("times the previous close");
    const tradesWith = async (actions: string) => {
      writeFileSync(join(folder, "stocks_TEST_actions.csv"), `ex_date,kind,amount\n${actions}`);
      const { code, out } = await run(...args);
      expect(code).toBe(0);
      return (JSON.parse(out) as { trades: { pnl: number; size: number; entryBar: number; exitBar: number }[] }).trades;
    };
    const split = "2024-01-21,split,4\n";
    const before = await tradesWith(split);
    const after = await tradesWith(`${split}2024-02-04,dividend,0.5`);
    const held = before.findIndex(({ entryBar, exitBar }) => entryBar < 34 && exitBar >= 34);
    expect(after[held]!.pnl - before[held]!.pnl).toBeCloseTo(before[held]!.size * 0.5, 6);
    expect(Math.abs(before[held]!.size)).toBeGreaterThan(50);
    writeFileSync(join(folder, "stocks_TEST_actions.csv"), "ex_date,kind,amount\n2024-01-21,split,none");
    expect(await run(...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining("stocks_TEST_actions.csv, line 2") as string,
    });
  });

  it("prints one JSON object with the figures and all trades", async () => {
    const { code, out, err } = await run(...sma, "--data", file, "--cash", "5000", "--finalize", "--json");
    expect([code, err]).toEqual([0, ""]);
    const printed = JSON.parse(out) as { stats: Record<string, number>; trades: Record<string, number>[] };
    expect(Object.keys(printed)).toEqual(["stats", "trades"]);
    expect(Object.keys(printed.stats).sort()).toEqual(
      [
        ...["returnPct", "finalEquity", "trades", "winRatePct", "maxDrawdownPct", "profitFactor", "sharpe", "sortino"],
        ...["buyAndHoldPct", "exposurePct"],
      ].sort(),
    );
    expect(printed.trades).toHaveLength(printed.stats["trades"]!);
    expect(Object.keys(printed.trades[0]!)).toEqual(["size", "entryBar", "exitBar", "entryPrice", "exitPrice", "pnl"]);
    const profit = printed.trades.reduce((sum, trade) => sum + trade["pnl"]!, 0);
    expect(5_000 + profit).toBeCloseTo(printed.stats["finalEquity"]!, 6);
  });

  it("prints a table with sparklines", async () => {
    const { code, out } = await run(...sma, "--data", file);
    expect(code).toBe(0);
    expect(out).toMatch(/^sma-cross, fast 2, slow 5 on bars.csv\n60 bars, 2024-01-01 to 2024-02-29;/);
    expect(out).toMatch(/\nEquity {4}[▁-█]{60}\nDrawdown {2}[▁-█]{60}\n/);
    expect(out).toMatch(/Buy and hold .* %\n/);
  });

  it("notes a result without a commission", async () => {
    const { code, err } = await run("--strategy", "sma-cross", "--data", file);
    expect([code, err]).toEqual([0, "No --commission was given, so this result has no commission."]);
  });

  it("rejects an invalid file with its name, line and reason, and skips the bar when lenient", async () => {
    const bad = join(folder, "bad.csv");
    const reason = "the high 1 is below the low 2";
    expect(await run(...sma, "--data", bad)).toEqual({ code: 1, out: "", err: `bad.csv, line 3: ${reason}` });
    const lenient = await run(...sma, "--data", bad, "--lenient", "--json");
    expect(lenient).toMatchObject({ code: 0, err: `bad.csv: 1 bar skipped\n  line 3: ${reason}` });
    expect(await run(...sma, "--data", join(folder, "none.csv"))).toMatchObject({ code: 1, out: "" });
  });

  it.each([
    [["--strategy", "sma-cros", "--data", "x"], /Unknown strategy "sma-cros"\. Did you mean sma-cross\?/],
    [[...sma, "--param", "slw=3", "--data", "x"], /no parameter "slw"\. Did you mean slow\?/],
    [["--stratgy", "tsmom"], /Unknown option --stratgy\. Did you mean --strategy\?/],
    [["--data", "x"], /--strategy is missing/],
    [["--strategy", "tsmom"], /--data FILE.csv is missing/],
    [["--strategy", "tsmom", "--data"], /--data needs a value/],
    [["--strategy", "tsmom", "--json=yes", "--data", "x"], /--json takes no value/],
    [["--strategy", "tsmom", "stray", "--data", "x"], /Unexpected argument "stray"/],
    [["--strategy", "tsmom", "--data", "x", "--cash", "-5"], /--cash is -5, but must be above 0|--cash needs a value/],
    [["--strategy", "tsmom", "--data", "x", "--cash=-5"], /--cash is -5, but must be above 0/],
    [["--strategy", "tsmom", "--data", "x", "--commission", "20"], /--commission is 20, but must be from 0 to 0.99/],
    [["--strategy", "tsmom", "--data", "x", "--spread", "wide"], /--spread: "wide" is not a number/],
    [["--strategy", "tsmom", "--data", "x", "--param", "hold"], /"hold" must have the form name=number/],
    [["--strategy", "tsmom", "--data", "x", "--param", "hold=x"], /--param hold: "x" is not a number/],
    [["--strategy", "tsmom", "--data", "x", "--param", "hold=1", "--param", "hold=2"], /given twice/],
  ])("rejects %j", async (args, message) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err.split("\n").length]).toEqual([2, "", 1]);
    expect(err).toMatch(message);
  });

  it("accepts true and false for a parameter with two values", async () => {
    const bracket = ["--strategy", "sma-bracket", "--param", "bothSides=true", "--commission", "0", "--data", file];
    expect((await run(...bracket)).out).toMatch(/bothSides 1 on/);
  });

  it.each([
    [["--bot", "Gold-Trader-2", "--data", "x"], /Unknown bot "Gold-Trader-2"\. Did you mean Gold-Trader-02\?/],
    [["--bot", "Gold-Trader-02"], /--data FOLDER is missing/],
    [["--bot", "Gold-Trader-02", "--cash", "5", "--data", "x"], /--cash cannot be used with --bot/],
    [[...swept, "fast=5:50"], /The range "5:50" of fast must be first:last:step/],
    [[...swept, "fast=50:5:5"], /The range "50:5:5" of fast must be first:last:step/],
    [[...swept, "fast=5:50:0"], /of fast must be first:last:step/],
    [[...swept, "fast=a:b:c"], /of fast must be first:last:step/],
    [[...swept, "fast"], /"fast" must have the form name=first:last:step/],
    [[...swept, "fast=2,fast=3"], /The parameter fast is given twice/],
    [[...swept, "fist=2"], /no parameter "fist"\. Did you mean fast\?/],
    [
      [...swept, "fast=1:10000:1,slow=1:10000:1"],
      /The sweep has 100000000 sets of parameters, and the most is 1000000/,
    ],
    [[...swept, "fast=0:5:1"], /The parameter fast of sma-cross is 0/],
    [[...swept, "fast=1:2:0.5"], /The parameter fast of sma-cross is 1.5|must be a whole number/],
    [[...swept, "fast=2", "--metric", "sharp"], /Unknown metric "sharp"\. Did you mean sharpe\?/],
    [[...swept, "fast=2", "--param", "fast=3"], /--param fast cannot be used, because --sweep changes fast/],
    [["--strategy", "sma-cross", "--metric", "sharpe", "--data", "x"], /--metric needs --sweep/],
  ])("rejects %j for bots and sweeps", async (args, message) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err.split("\n").length]).toEqual([2, "", 1]);
    expect(err).toMatch(message);
  });

  it("prints help", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    expect(out).toMatch(/tsmom[^]*hold = 21 {3}1 to 10000, bars/);
  });
});

it("draws sparklines from the lowest to the highest value, and constant values as flat", () => {
  expect(formatSparkline(Float64Array.of(1, 2, 3), 3)).toBe("▁▅█");
  expect(formatSparkline(new Float64Array(10).fill(5), 4)).toBe("▁▁▁▁");
  expect([...computeDrawdowns(Float64Array.of(1, 2, 1, 4))]).toEqual([0, 0, -0.5, 0]);
});
