import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, readArguments, refuse, ROOT } from "./project.mjs";

const BUDGETS_FILE = join(import.meta.dirname, "budgets.json");
const HELP = `
Usage: node ops/scripts/check-budgets.mjs

Counts the files that git knows, the lines of code, the words of the documents and the entries of the root folder, and
exits with 1 when a count exceeds its budget. The commit that raises a budget says why beside it, in budgets.json.`;

const CODE = /\.(ts|tsx|mjs|cjs|sql)$/;
const NOT_COUNTED_AS_CODE = /^(tests|lab)\/|\.test\.[^/]*$/;
const NAMES = {
  files: "files",
  codeLines: "lines of code",
  documentWords: "words of documents",
  rootEntries: "root entries",
};

/** The counts of a folder with a git repository of its own; undefined for any other folder. */
export function measure(root) {
  const files = listFiles(root);
  if (files === undefined) return undefined;
  const total = (counted, count) => files.filter(counted).reduce((sum, file) => sum + count(readText(root, file)), 0);
  return {
    files: files.length,
    codeLines: total((file) => CODE.test(file) && !NOT_COUNTED_AS_CODE.test(file), countLines),
    documentWords: total((file) => file.endsWith(".md"), countWords),
    rootEntries: new Set(files.map((file) => file.split("/")[0])).size,
  };
}

/** A line for each count, and the names of those that exceed their budgets. */
export function compare(counts, budgets) {
  const entries = Object.entries(NAMES);
  return {
    lines: entries.map(([key, name]) => `${name}: ${format(counts[key])} of ${format(budgets[key].most)}`),
    exceeded: entries.filter(([key]) => counts[key] > budgets[key].most).map(([, name]) => name),
  };
}

function listFiles(root) {
  // Git would look for a repository in the folders above.
  if (!existsSync(join(root, ".git"))) return undefined;
  const { status, stdout } = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8" });
  return status === 0 ? stdout.split("\0").filter(Boolean) : undefined;
}

/** The text of a file; empty for one that git still lists although it was removed. */
function readText(root, file) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function countLines(text) {
  return text.split("\n").length - 1;
}

function countWords(text) {
  return text.split(/\s+/).filter(Boolean).length;
}

function format(count) {
  return count.toLocaleString("en");
}

if (isMain(import.meta.url)) {
  readArguments(HELP);
  const counts = measure(ROOT) ?? refuse("The budgets need git: this folder is not a checkout that git can read.");
  const { lines, exceeded } = compare(counts, JSON.parse(readFileSync(BUDGETS_FILE, "utf8")));
  process.stdout.write(`${lines.join("\n")}\n`);
  if (exceeded.length > 0) {
    process.stdout.write(
      `Over budget: ${exceeded.join(", ")}. Remove something, or raise the budget in budgets.json and say why.\n`,
    );
    process.exitCode = 1;
  }
}
