import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runBacktestCommand } from "./run-command.ts";
import type { SweepThreads } from "./run-sweep.ts";

let folder = "";
let program = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-sweep-"));
  for (const [name, phase] of [
    ["one.csv", 0],
    ["two.csv", 2],
    ["three.csv", 4],
  ] as const) {
    const rows = Array.from({ length: 300 }, (_, day) => {
      const price = 100 + 10 * Math.sin(day / 9 + phase) + day / 20;
      return `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)},${price},${price + 1},${price - 1},${price}`;
    });
    writeFileSync(join(folder, name), ["date,open,high,low,close", ...rows].join("\n"));
  }
  writeFileSync(join(folder, "notes.csv"), "what,why\nno,bars\n");
  program = join(folder, "sweep-worker.mjs");
  await build({
    input: fileURLToPath(new URL("sweep-worker.ts", import.meta.url)),
    platform: "node",
    output: { file: program, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const sweep = ["--strategy", "sma-cross", "--sweep", "fast=2:8:2,slow=10:30:10", "--commission", "0.001", "--data"];

async function run(args: readonly string[], threads: SweepThreads) {
  let out = "";
  let err = "";
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  return { code: await runBacktestCommand(args, output, threads), out, err };
}

interface Printed {
  sets: number;
  results: number;
  warning: string;
  best: { series: string; parameters: { fast: number; slow: number }; sharpe: number | null }[];
}

it("gives the same results on one thread and on three, best first, for every file with bars", async () => {
  const alone = await run([...sweep, folder, "--json"], { program: undefined, count: 1 });
  const printed = JSON.parse(alone.out) as Printed;
  expect([alone.code, printed.sets, printed.results, printed.best.length]).toEqual([0, 12, 36, 36]);
  expect(new Set(printed.best.map(({ series }) => series))).toEqual(new Set(["one.csv", "two.csv", "three.csv"]));
  const sharpes = printed.best.map(({ sharpe }) => sharpe ?? -Infinity);
  expect(sharpes).toEqual(sharpes.toSorted((one, other) => other - one));
  expect(alone.err).toMatch(/notes\.csv.*this file is left out/);
  const threaded = await run([...sweep, folder, "--json"], { program, count: 3 });
  expect(threaded.out).toBe(alone.out);
});

it("gives the figures of the same backtest alone", async () => {
  const file = join(folder, "two.csv");
  const { out } = await run([...sweep, file, "--json", "--metric", "returnPct"], { program: undefined, count: 1 });
  const [best] = (JSON.parse(out) as Printed).best;
  const { fast, slow } = best!.parameters;
  const single = [
    "--strategy",
    "sma-cross",
    "--param",
    `fast=${fast}`,
    "--param",
    `slow=${slow}`,
    "--commission",
    "0.001",
  ];
  const alone = await run([...single, "--data", file, "--json"], { program: undefined, count: 1 });
  const { stats } = JSON.parse(alone.out) as { stats: Record<string, number> };
  const { series: _series, parameters: _parameters, ...figures } = best!;
  expect(stats).toMatchObject(figures);
});

it("prints the best with a warning that says how many were tried", async () => {
  const { out } = await run([...sweep, folder], { program: undefined, count: 1 });
  expect(out).toMatch(/^sma-cross: 12 sets of parameters on 3 series, 900 bars\n/);
  expect(out).toMatch(/The best 20 of 36 results by sharpe:\n *series {2}fast {2}slow/);
  expect(out).toMatch(/This is the best of 36 results, so it is luck in part\./);
});

it("says when there is nothing to run on", async () => {
  const none = { program: undefined, count: 1 };
  expect(await run([...sweep, join(folder, "none")], none)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/file not found/) as string,
  });
  expect(await run(["--bot", "Gold-Trader-02", "--data", folder], none)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/--data: .* has no file/) as string,
  });
});

it("prints a bot's figures, curve and trades", async () => {
  const rows = Array.from({ length: 400 }, (_, day) => {
    const price = 100 * (1 + 0.3 * Math.sin(day / 30));
    return `${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)},${price},${price},${price},${price}`;
  });
  const file = join(folder, "commodities_GOLD_1d.csv");
  writeFileSync(file, ["date,open,high,low,close", ...rows].join("\n"));
  const { code, out } = await run(["--bot", "Gold-Trader-02", "--data", file], { program: undefined, count: 1 });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Gold-Trader-02 \(twelve-month-momentum\) in its pool, all costs included\nGOLD 1d: 400 bars, 2020-01-01/,
  );
  expect(out).toMatch(/\nNAV {7}[▁-█]{60}\nDrawdown {2}[▁-█]{60}\n/);
});
