import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { botCatalogue } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { runFitMarketCommand } from "./run-fit-market.ts";
import { runSimulateBotsCommand } from "./run-simulate-bots.ts";

function run(command: typeof runFitMarketCommand, ...args: string[]) {
  let out = "";
  let err = "";
  const code = command(args, { out: (text) => (out += `${text}\n`), err: (text) => (err += `${text}\n`) });
  return { code, out, err };
}

describe("fit-market command", () => {
  it("reports missing series", () => {
    const folder = mkdtempSync(join(tmpdir(), "wazi-fit-"));
    const { code, out, err } = run(runFitMarketCommand, "--data", folder, "--model", "indices");
    rmSync(folder, { recursive: true });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("index_spx_1m.csv");
    expect(err).not.toContain("forex");
  });

  it.each([
    [[], "--data DIR is missing"],
    [["--data"], "--data"],
    [["--data", ".", "--model", "bonds"], 'Unknown model "bonds". Available: forex, crypto'],
    [["--data", ".", "--runs", "0"], '--runs is "0", but must be a whole number from 1 to 1000'],
    [["--data", ".", "--search", "many"], '--search is "many"'],
    [["--date", "."], "--date"],
    [["."], "'.'"],
  ])("rejects %j", (args, message) => {
    const { code, err } = run(runFitMarketCommand, ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("prints help", () => {
    expect(run(runFitMarketCommand, "--help")).toMatchObject({ code: 0, err: "" });
  });
});

describe("simulate-bots command", () => {
  it("prints the same row for each bot every time", () => {
    const first = run(runSimulateBotsCommand, "--seeds", "1", "--days", "1");
    expect(first.code).toBe(0);
    expect(first.out.trim().split("\n")).toHaveLength(2 + botCatalogue.length);
    for (const { name } of botCatalogue) expect(first.out).toContain(`| ${name} |`);
    expect(run(runSimulateBotsCommand, "--seeds", "1", "--days", "1")).toEqual(first);
  });

  it.each([
    [["--seeds", "1.5"], '--seeds is "1.5"'],
    [["--days", "401"], "from 1 to 400"],
    [["--bots"], "--bots"],
  ])("rejects %j", (args, message) => {
    const { code, err } = run(runSimulateBotsCommand, ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("prints help", () => {
    expect(run(runSimulateBotsCommand, "-h")).toMatchObject({ code: 0, err: "" });
  });
});
