import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const KEYS = [
  ...["bot", "series", "from", "to", "bars", "trades", "sharpe", "excessReturnPct", "maxDrawdownPct", "deflatedSharpe"],
  ...["overfittingProbability", "yearsNeeded", "yearsMissing", "costsPct", "verdict"],
];

describe("evidence command", () => {
  it("prints one array with an entry for each bot and series", async () => {
    const { code, out } = await run("--data", folder, "--bot", "Crypto-Whale-07", "--json");
    expect(code).toBe(0);
    const entries = JSON.parse(out) as Record<string, unknown>[];
    expect(entries.map(({ series }) => series)).toEqual(["crypto_BTCUSD_1d", "crypto_ETHUSD_1d"]);
    for (const entry of entries) expect(Object.keys(entry).filter((key) => key !== "reason")).toEqual(KEYS);
    const [long, short] = entries;
    expect(long).toMatchObject({ bot: "Crypto-Whale-07", from: "2015-01-01", to: "2016-11-30", bars: 700 });
    expect(["none", "weak", "both-halves"]).toContain(long?.["verdict"]);
    expect(short).toMatchObject({ bars: 90, sharpe: null, deflatedSharpe: null, verdict: "none" });
    expect(short?.["reason"]).toMatch(/daily returns are too few.*Cash counts as 0/);
  });

  it("prints tables with the mean of a bot's series", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Crypto-Whale-07");
    expect(code).toBe(0);
    expect(out).toContain("| Crypto-Whale-07 | mean of 2 series |");
    expect(err.join("\n")).toContain("notes.csv: the name is not");
  });

  it("reads crude oil from the folder above, up to its first invalid line", async () => {
    const { code, out, err } = await run("--data", folder, "--bot", "Gold-Trader-02", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ series: "commodity_wti_close_1d", bars: 60 }]);
    expect(err.join("\n")).toMatch(
      /added .*commodity_wti_close_1d.csv[^]*is not above 0; only the bars before it are used/,
    );
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
