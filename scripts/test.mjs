import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { findBrowser } from "./find-browser.mjs";
import { answerHelp, ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";
import { needsBuild } from "./test-selection.mjs";

answerHelp(`
Usage: npm test [-- WHAT…]

Installs and builds when needed and runs every test: pure, on a real PostgreSQL, and in a browser. WHAT goes to vitest:
parts of file names (npm test -- packages/domain), --project unit|api|browser|whole, -t NAME. Only tests that start the
product cause a build: browser, whole. Outside CI, named files also take fewer random steps. CHROME_PATH names another Chromium.`);

const args = process.argv.slice(2);

await ensureInstalled();
const isBuildNeeded = needsBuild(args);
if (isBuildNeeded) await ensureBuilt();
const browser = isBuildNeeded ? findBrowser() : undefined;
/** Named files are run quickly during development. A whole run, and any run in CI, is thorough. */
const isQuick = !isBuildNeeded && args.length > 0 && process.env.CI === undefined;
const folder = mkdtempSync(join(tmpdir(), "wazi-summary-"));
const summaryFile = join(folder, "summary.json");

const code = await runNode(
  [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--allowOnly=false",
    "--reporter=default",
    `--reporter=${join(ROOT, "tests/harness/summary-reporter.mjs")}`,
    ...args,
  ],
  {
    stdout: "stdout",
    env: {
      ...process.env,
      WAZI_TEST_SUMMARY: summaryFile,
      ...(browser && { WAZI_TEST_CHROME: browser }),
      ...(isQuick && { WAZI_TEST_QUICK: "1" }),
    },
  },
);

const summary = readSummary();
rmSync(folder, { recursive: true, force: true });
for (const { name, reason } of summary.reasons) process.stdout.write(`skipped: ${name}: ${reason}\n`);
process.stdout.write(`${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped\n`);
process.exitCode = summary.failed > 0 ? code || 1 : code;

/** Reads the summary that the reporter writes at the end. A run without one has failed. */
function readSummary() {
  try {
    return JSON.parse(readFileSync(summaryFile, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: [] };
  }
}
