import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands, fileOf, programs } from "./wazi-commands.ts";
import ts from "typescript";

/**
 * The commands of package.json and of `npm run wazi` in a tree without installed packages: help and a wrong argument are answered before anything is
 * installed, built or changed.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
/** The scripts of package.json, and the commands of `npm run wazi`. */
const names = [...Object.keys(scripts), ...Object.keys(commands)];
/** The script of a command and its first arguments. */
const startOf = (name: string): string[] =>
  name in commands ? ["ops/scripts/wazi.mjs", name] : (scripts[name] ?? "").split(" ").slice(2);
/** Their help lists what the built code has, so they build first. tests/crash/command-arguments.test.ts has them. */
const HELP_NEEDS_BUILD = new Set(["backtest", "evidence", "fit-market", "simulate-bots"]);
/** The built program reads its arguments, so that a release refuses the same. The same file has them. */
const BUILT_PROGRAM = /runCommand\("(?!check-|verify-log|witness)/;

let tree = "";

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "wazi-command-lines-"));
  for (const name of ["package.json", "package-lock.json", "ops", "lab", "tests/harness"])
    cpSync(join(ROOT, name), join(tree, name), { recursive: true, preserveTimestamps: true });
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

function run(name: string, argument: string): Promise<Answer> {
  const [file = "", ...args] = startOf(name);
  return runFile(file, [...args, argument]);
}

function runFile(file: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(tree, file), ...args], { cwd: tree }, (error, stdout, stderr) => {
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

describe("a command of package.json or of npm run wazi", () => {
  test("prints its usage with --help, and does nothing else", async () => {
    const before = listFiles();
    const answering = names.filter((name) => !HELP_NEEDS_BUILD.has(name));
    for (const [name, { code, stdout, stderr }] of await runAll(answering, "--help")) {
      expect([name, code, stderr]).toEqual([name, 0, ""]);
      expect(stdout, name).toMatch(new RegExp(`^Usage: npm (run )?${name in commands ? "wazi -- " : ""}${name}\\b`));
    }
    expect(listFiles()).toEqual(before);
  });

  test("refuses a wrong argument in one sentence and with 2", async () => {
    const before = listFiles();
    const scriptOf = (name: string): string => (name in commands ? fileOf(name) : join(ROOT, startOf(name)[0]!));
    const reading = names.filter(
      (name) => !(name in programs) && !BUILT_PROGRAM.test(readFileSync(scriptOf(name), "utf8")),
    );
    expect(reading).toContain("test:cluster");
    for (const [name, { code, stdout, stderr }] of await runAll(reading, "--no-such-option")) {
      expect([name, code, stdout]).toEqual([name, 2, ""]);
      expect(stderr, name).toMatch(/^[^\n]+\.\n$/);
    }
    expect(listFiles()).toEqual(before);
  });
});

test("npm run wazi runs a command by its name, and refuses another name", async () => {
  const wazi = (...args: string[]): Promise<Answer> => runFile("ops/scripts/wazi.mjs", args);
  expect((await wazi("backup", "--help")).stdout).toMatch(/^Usage: npm run wazi -- backup/);
  expect(await wazi("torture", "--no-such-option")).toMatchObject({ code: 2, stdout: "" });
  expect(await wazi("backups")).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: 'There is no command "backups". --help lists them.\n',
  });
  const { stdout } = await wazi();
  for (const name of Object.keys(commands)) expect(stdout).toContain(`  ${name} `);
});

test("every command of package.json is one of our own scripts", () => {
  const others = Object.values(scripts).filter(
    (command) => !/^exec node ops\/scripts\/[\w-]+\.mjs( [\w-]+)?$/.test(command),
  );
  expect(others).toEqual([]);
});

/** On a clone without node_modules, an import of a package fails before the script can install it. */
test.each(Object.entries(scripts))("npm run %s loads without any package", (_name, command) => {
  expect(packagesLoadedBy(join(ROOT, command.split(" ")[2] ?? ""))).toEqual([]);
});

test.each(Object.keys(commands))("npm run wazi -- %s loads without any package", (name) => {
  expect(packagesLoadedBy(fileOf(name))).toEqual([]);
});

test("there are at most 11 commands in package.json", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(11);
});

/** The packages that a module and the modules that it imports statically need before the first line of it runs. */
function packagesLoadedBy(start: string): string[] {
  const found: string[] = [];
  const seen = new Set([start]);
  for (const file of seen) {
    for (const name of importsOf(file)) {
      if (name.startsWith("node:")) continue;
      const path = join(dirname(file), name);
      if (!name.startsWith(".")) found.push(`${relative(ROOT, file)} imports ${name}`);
      else if (existsSync(path)) seen.add(path);
      else found.push(`${relative(ROOT, file)} imports ${name}, which does not exist`);
    }
  }
  return found;
}

function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    return from !== undefined && ts.isStringLiteral(from) ? [from.text] : [];
  });
}
