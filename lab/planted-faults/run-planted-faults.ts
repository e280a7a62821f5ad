import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { allFaults, plant } from "./all-faults.ts";
import type { PlantedFault } from "./planted-fault.ts";

const LEAST_CAUGHT_SHARE = 39 / 40;
/** A test that hangs has a limit of its own, so a run that takes longer proves nothing. */
const RUN_LIMIT_MS = 600_000;
/** Each hole for insiders is found within so many sequences, most within some hundred. */
const DRILL = { WAZI_INSIDERS: "5000", WAZI_INSIDERS_SEED: "1" };
/** For all tests together, without a fault. */
const FIRST_RUN_LIMIT_MS = 1_800_000;
const RESULT_FILE = "planted-faults-result.json";
const SOURCE = process.cwd();

interface Run {
  isPassed: boolean;
  /** The first test that failed with its file, or why no test ran. */
  failure: string;
}

/** Copies the tree that git knows, with the changes that are not committed, and links the installed packages. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "wazi-planted-faults-"));
  const root = join(folder, "tree");
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: SOURCE, encoding: "utf8" });
  for (const file of listed.stdout.split("\n").filter((name) => name !== "" && existsSync(join(SOURCE, name)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(SOURCE, file), join(root, file));
  }
  linkPackages(root);
  const shared = join(SOURCE, "../shared");
  if (existsSync(shared)) symlinkSync(shared, join(folder, "shared"));
  return root;
}

/** The workspaces' own packages must be those of the copy, so that folder is not linked as a whole. */
function linkPackages(root: string): void {
  const installed = join(SOURCE, "node_modules");
  mkdirSync(join(root, "node_modules/@wazi"), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name === "@wazi" || (name.startsWith(".") && name !== ".bin")) continue;
    symlinkSync(join(installed, name), join(root, "node_modules", name));
  }
  cpSync(join(installed, "@wazi"), join(root, "node_modules/@wazi"), { recursive: true, verbatimSymlinks: true });
  for (const workspace of ["apps/web", "apps/server", "tests"]) {
    const own = join(SOURCE, workspace, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(root, workspace, "node_modules"));
  }
}

/** Runs test files in the copy, up to the first failure. */
function runTests(root: string, tests: readonly string[], timeout = RUN_LIMIT_MS): Run {
  const result = join(root, RESULT_FILE);
  rmSync(result, { force: true });
  const args = ["run", "--bail=1", "--project=unit", "--project=api", "--reporter=json", `--outputFile=${result}`];
  const { status, stderr, error } = spawnSync(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), ...args, ...tests],
    { cwd: root, encoding: "utf8", timeout, env: { ...process.env, WAZI_TEST_DEPTH: "quick", ...DRILL } },
  );
  if (error) throw error;
  if (!existsSync(result)) throw new Error(`the tests did not run (${status}): ${stderr.slice(-2_000)}`);
  return { isPassed: status === 0, failure: findFailure(root, readFileSync(result, "utf8")) };
}

interface Report {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

function findFailure(root: string, text: string): string {
  const { testResults } = JSON.parse(text) as Report;
  const found = testResults.map(({ assertionResults, name, message }) => {
    const failed = assertionResults.find(({ status }) => status === "failed")?.fullName;
    return { name, failed, said: failed ?? message.split("\n")[0] ?? "" };
  });
  // A failed test says more than the message of a file.
  const first = found.find(({ failed }) => failed !== undefined) ?? found.find(({ said }) => said !== "");
  return first ? `\`${relative(root, first.name)}\`: ${first.said.replaceAll("|", "\\|")}` : "";
}

function checkOne(root: string, fault: PlantedFault): { isCaught: boolean; line: string } {
  const path = join(root, fault.file);
  const original = readFileSync(path, "utf8");
  const startedAt = performance.now();
  writeFileSync(path, plant(root, fault));
  try {
    const { isPassed, failure } = runTests(root, fault.tests);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const outcome = isPassed ? "NOT CAUGHT" : failure;
    return { isCaught: !isPassed, line: `| ${fault.kind} | \`${fault.id}\` | ${outcome} | ${seconds} s |` };
  } finally {
    writeFileSync(path, original);
  }
}

/** Prints a table, and exits with 1 when too few faults are caught. */
function main(): void {
  const { values } = parseArgs({ options: { only: { type: "string" }, kind: { type: "string" } } });
  const named = values.only?.split(",");
  const kinds = values.kind?.split(",");
  const chosen = allFaults.filter(({ id, kind }) => (named?.includes(id) ?? true) && (kinds?.includes(kind) ?? true));
  for (const fault of allFaults) plant(SOURCE, fault);
  const root = copyTree();
  try {
    const before = runTests(root, [...new Set(chosen.flatMap(({ tests }) => tests))], FIRST_RUN_LIMIT_MS);
    if (!before.isPassed) throw new Error(`the tests fail without a fault: ${before.failure}`);
    process.stdout.write("| Kind | Fault | Caught by | Took |\n|---|---|---|---|\n");
    let caught = 0;
    for (const fault of chosen) {
      const { isCaught, line } = checkOne(root, fault);
      if (isCaught) caught += 1;
      process.stdout.write(`${line}\n`);
    }
    process.stdout.write(`planted faults: ${caught} of ${chosen.length} caught\n`);
    if (caught < chosen.length * LEAST_CAUGHT_SHARE) process.exitCode = 1;
  } finally {
    rmSync(dirname(root), { recursive: true, force: true });
  }
}

main();
