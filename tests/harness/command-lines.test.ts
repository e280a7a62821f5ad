import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/**
 * The commands of package.json in a tree without installed packages: help and a wrong argument are answered before anything is
 * installed, built or changed.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
const fileOf = (name: string): string => (scripts[name] ?? "").replace("exec node ", "");
/** Their help lists what the built code has, so they build first. tests/crash/command-arguments.test.ts has them. */
const HELP_NEEDS_BUILD = new Set(["backtest", "evidence", "fit-market", "simulate-bots"]);
/** The built program reads its arguments, so that a release refuses the same. The same file has them. */
const BUILT_PROGRAM = /runCommand\("(?!check-|verify-log|witness)/;

let tree = "";

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "wazi-command-lines-"));
  for (const name of ["package.json", "package-lock.json", "scripts", "bench"])
    cpSync(join(ROOT, name), join(tree, name), { recursive: true, preserveTimestamps: true });
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

function run(name: string, argument: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(tree, fileOf(name)), argument], { cwd: tree }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Runs commands two at a time. */
async function runAll(names: readonly string[], argument: string): Promise<Map<string, Answer>> {
  const waiting = [...names];
  const answers = new Map<string, Answer>();
  const runWaiting = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      answers.set(name, await run(name, argument));
  };
  await Promise.all([runWaiting(), runWaiting()]);
  return answers;
}

function listFiles(): string[] {
  const names = readdirSync(tree, { recursive: true }).map(String).sort();
  return names.map((name) => `${name} ${statSync(join(tree, name)).mtimeMs}`);
}

describe("a command of package.json", () => {
  test("prints its usage with --help, and does nothing else", async () => {
    const before = listFiles();
    const names = Object.keys(scripts).filter((name) => !HELP_NEEDS_BUILD.has(name));
    for (const [name, { code, stdout, stderr }] of await runAll(names, "--help")) {
      expect([name, code, stderr]).toEqual([name, 0, ""]);
      expect(stdout, name).toMatch(new RegExp(`^Usage: npm (run )?${name}\\b`));
    }
    expect(listFiles()).toEqual(before);
  });

  test("refuses a wrong argument in one sentence and with 2", async () => {
    const before = listFiles();
    const names = Object.keys(scripts).filter(
      (name) => !BUILT_PROGRAM.test(readFileSync(join(ROOT, fileOf(name)), "utf8")),
    );
    expect(names).toContain("test:cluster");
    for (const [name, { code, stdout, stderr }] of await runAll(names, "--no-such-option")) {
      expect([name, code, stdout]).toEqual([name, 2, ""]);
      expect(stderr, name).toMatch(/^[^\n]+\.\n$/);
    }
    expect(listFiles()).toEqual(before);
  });
});
