import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeDrawdowns } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBacktestCommand } from "./run-command.ts";
import { formatSparkline } from "./sparkline.ts";

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

function run(...args: string[]) {
  let out = "";
  let err = "";
  const code = runBacktestCommand(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

const sma = ["--strategy", "sma-cross", "--param", "fast=2", "--param", "slow=5", "--commission", "0.001"];

describe("backtest command", () => {
  it("prints one JSON object with the figures and all trades", () => {
    const { code, out, err } = run(...sma, "--data", file, "--cash", "5000", "--finalize", "--json");
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

  it("prints a table with sparklines", () => {
    const { code, out } = run(...sma, "--data", file);
    expect(code).toBe(0);
    expect(out).toMatch(/^sma-cross, fast 2, slow 5 on bars.csv\n60 bars, 2024-01-01 to 2024-02-29;/);
    expect(out).toMatch(/\nEquity {4}[▁-█]{60}\nDrawdown {2}[▁-█]{60}\n/);
    expect(out).toMatch(/Buy and hold .* %\n/);
  });

  it("notes a result without a commission", () => {
    const { code, err } = run("--strategy", "sma-cross", "--data", file);
    expect([code, err]).toEqual([0, "No --commission was given, so this result has no commission."]);
  });

  it("rejects an invalid file with its name, line and reason, and skips the bar when lenient", () => {
    const bad = join(folder, "bad.csv");
    const reason = "the high 1 is below the low 2";
    expect(run(...sma, "--data", bad)).toEqual({ code: 1, out: "", err: `bad.csv, line 3: ${reason}` });
    const lenient = run(...sma, "--data", bad, "--lenient", "--json");
    expect(lenient).toMatchObject({ code: 0, err: `bad.csv: 1 bar skipped\n  line 3: ${reason}` });
    expect(run(...sma, "--data", join(folder, "none.csv"))).toMatchObject({ code: 1, out: "" });
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
  ])("rejects %j", (args, message) => {
    const { code, out, err } = run(...args);
    expect([code, out, err.split("\n").length]).toEqual([2, "", 1]);
    expect(err).toMatch(message);
  });

  it("accepts true and false for a parameter with two values", () => {
    const bracket = ["--strategy", "sma-bracket", "--param", "bothSides=true", "--commission", "0", "--data", file];
    expect(run(...bracket).out).toMatch(/bothSides 1 on/);
  });

  it("prints help", () => {
    const { code, out } = run("--help");
    expect(code).toBe(0);
    expect(out).toMatch(/tsmom[^]*hold = 21 {3}1 to 10000, bars/);
  });
});

it("draws sparklines from the lowest to the highest value, and constant values as flat", () => {
  expect(formatSparkline(Float64Array.of(1, 2, 3), 3)).toBe("▁▅█");
  expect(formatSparkline(new Float64Array(10).fill(5), 4)).toBe("▁▁▁▁");
  expect([...computeDrawdowns(Float64Array.of(1, 2, 1, 4))]).toEqual([0, 0, -0.5, 0]);
});
