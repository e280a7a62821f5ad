import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = "ops/scripts/check-budgets.mjs";
const BUDGETS = { files: 7, codeLines: 3, documentWords: 5, rootEntries: 4 };

let folder: string;
let programLines: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-budgets-"));
  git("init", "--quiet");
  for (const program of [PROGRAM, "ops/scripts/project.mjs"]) {
    mkdirSync(dirname(join(folder, program)), { recursive: true });
    copyFileSync(join(ROOT, program), join(folder, program));
  }
  programLines = Number(
    spawnSync("sh", ["-c", "cat ops/scripts/*.mjs | wc -l"], { cwd: folder, encoding: "utf8" }).stdout,
  );
  const most = { ...BUDGETS, codeLines: BUDGETS.codeLines + programLines };
  const budgets = Object.entries(most).map(([name, count]) => [name, { most: count, why: "" }]);
  write("ops/scripts/budgets.json", JSON.stringify(Object.fromEntries(budgets)));
  write("README.md", "Five words are in here.\n");
  write("apps/one.ts", "1;\n2;\n3;\n");
  write("tests/one.test.ts", "1;\n".repeat(100));
  write("tests/two.ts", "");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a tree within its budgets passes, and each count is printed", () => {
  expect(check()).toEqual({
    status: 0,
    output:
      `files: 7 of 7\nlines of code: ${String(programLines + 3)} of ${String(programLines + 3)}\n` +
      "words of documents: 5 of 5\nroot entries: 4 of 4\n",
  });
});

test.each<[string, () => void]>([
  ["files", () => write("apps/other.json", "{}\n")],
  ["lines of code", () => write("apps/one.ts", "1;\n2;\n3;\n4;\n")],
  ["words of documents", () => write("README.md", "Six words are now in here.\n")],
  ["root entries", () => renameSync(join(folder, "apps/one.ts"), join(folder, "one.ts"))],
])("a planted excess of %s is refused by name", (name, plant) => {
  write("apps/two.json", "{}\n");
  rmSync(join(folder, "tests/two.ts"));
  plant();
  const { status, output } = check();
  expect(output).toContain(`Over budget: ${name}. `);
  expect(status).toBe(1);
});

test("tests and the lab count as files only", () => {
  rmSync(join(folder, "tests/one.test.ts"));
  write("tests/more.ts", "1;\n".repeat(1000));
  expect(check().status).toBe(0);
});

test("a folder without git is refused", () => {
  rmSync(join(folder, ".git"), { recursive: true });
  const { status, stderr } = run();
  expect(stderr).toBe("The budgets need git: this folder is not a checkout that git can read.\n");
  expect(status).toBe(2);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function git(...args: string[]): void {
  spawnSync("git", args, { cwd: folder });
}

function check(): { status: number | null; output: string } {
  git("add", "--all");
  const { status, stdout } = run();
  return { status, output: stdout };
}

function run(): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(folder, PROGRAM)], { encoding: "utf8" });
}
