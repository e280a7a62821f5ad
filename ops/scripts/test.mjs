import { randomUUID } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endChildrenWithUs } from "../../tests/harness/end-with-us.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { findBrowser } from "./find-browser.mjs";
import { answerHelp, refuse, ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";
import { findTooSlow, listSlowest, measureStretch, SLOW_TESTS } from "./slow-tests.mjs";
import { findRefusal, needsBuild, toVitestArguments } from "./test-selection.mjs";

answerHelp(`
Usage: npm test [-- WHAT…]

Installs and builds when needed and runs every test: pure, on a real PostgreSQL, and in a browser. WHAT goes to vitest:
parts of file names (npm test -- packages/domain), --project unit|api|debian|pgbouncer|browser|whole, -t NAME, -u (writes snapshots anew), --shuffle[=SEED] (files and tests in another order). Only tests that start the
product cause a build: browser, whole. Outside CI, named files also take fewer random steps; WAZI_TEST_DEPTH=long takes many more. CHROME_PATH names another Chromium.`);

const NPM_POLL_MS = 1_000;
const args = process.argv.slice(2);
const refusal = findRefusal(args);
if (refusal !== undefined) refuse(refusal);

endChildrenWithUs();
endWithNpm();
await ensureInstalled();
const isBuildNeeded = needsBuild(args);
if (isBuildNeeded) await ensureBuilt();
const browser = isBuildNeeded ? findBrowser() : undefined;
/** Named files are run quickly during development. A whole run, and any run in CI, is thorough. */
const isQuick =
  !isBuildNeeded && args.length > 0 && process.env.CI === undefined && process.env.WAZI_TEST_DEPTH === undefined;
const isLong = process.env.WAZI_TEST_DEPTH === "long";
const SLOWEST_SHOWN = 10;
const SEED_OPTION = "--sequence.seed=";
const folder = mkdtempSync(join(tmpdir(), "wazi-summary-"));

const selection = toVitestArguments(args);
const results = args.length === 0 ? await runEverything() : [await runVitest(selection)];
rmSync(folder, { recursive: true, force: true });
const sumOf = (name) => results.reduce((sum, { summary }) => sum + summary[name], 0);
printSkips(results.flatMap(({ summary }) => summary.skips));
for (const { file, name, error } of results.flatMap(({ summary }) => summary.retried))
  process.stdout.write(`passed only at the second try, after a timeout: ${file} > ${name}\n${indent(error)}\n`);
for (const { file, name, error } of results.flatMap(({ summary }) => summary.failures))
  process.stdout.write(`failed: ${file} > ${name}\n${indent(error)}\n`);
const durations = results.flatMap(({ summary }) => summary.durations);
const tooSlow = process.env.CI === undefined || isLong ? [] : findTooSlow(durations, SLOW_TESTS, measureStretch());
if (args.length === 0) for (const line of listSlowest(durations, SLOWEST_SHOWN)) process.stdout.write(`${line}\n`);
for (const line of tooSlow) process.stdout.write(`${line}\n`);
const seed = selection.find((arg) => arg.startsWith(SEED_OPTION))?.slice(SEED_OPTION.length);
if (seed !== undefined) process.stdout.write(`the same order again: --shuffle=${seed}\n`);
process.stdout.write(`${sumOf("passed")} passed, ${sumOf("failed")} failed, ${sumOf("skipped")} skipped\n`);
process.exitCode = results.find(({ code }) => code !== 0)?.code ?? (sumOf("failed") + tooSlow.length > 0 ? 1 : 0);

/**
 * The tests on a database and in a browser keep the processor busy. Those of whole processes come after them, because
 * they hold starts and stops to time bounds. They wait much, so the pure tests run beside them, in the background.
 */
async function runEverything() {
  const first = await runVitest(["--project=api", "--project=debian", "--project=pgbouncer", "--project=browser"]);
  const output = join(folder, "unit.txt");
  const file = openSync(output, "w");
  const others = await Promise.all([
    runVitest(["--project=whole"]),
    runVitest(["--project=unit"], { outputFile: file, isInBackground: true }),
  ]);
  closeSync(file);
  process.stdout.write(readFileSync(output));
  return [first, ...others];
}

/** npm passes on the signals it gets, but not SIGKILL. */
function endWithNpm() {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event !== "test") return;
  setInterval(() => {
    if (process.ppid !== ppid) process.exit(1);
  }, NPM_POLL_MS).unref();
}

/** Runs vitest and returns its exit code and its counts. */
async function runVitest(selection, options = {}) {
  const summaryFile = join(folder, `${randomUUID()}.json`);
  const code = await runNode(
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--allowOnly=false",
      "--reporter=default",
      `--reporter=${join(ROOT, "tests/harness/summary-reporter.mjs")}`,
      `--reporter=${join(ROOT, "tests/harness/unfinished-reporter.mjs")}`,
      ...selection,
    ],
    {
      stdout: "stdout",
      env: {
        ...process.env,
        WAZI_TEST_SUMMARY: summaryFile,
        ...(browser && { WAZI_TEST_CHROME: browser }),
        ...(isQuick && { WAZI_TEST_DEPTH: "quick" }),
      },
      ...options,
    },
  );
  return { code, summary: readSummary(summaryFile) };
}

function indent(error) {
  return error.replace(/^/gm, "  ");
}

/** A line for each reason: a test says it itself, or in the name of its suite ("the reader of Bitcoin (bitcoind): needs …"). */
function printSkips(skips) {
  const byReason = new Map();
  for (const { name, reason } of skips) {
    const key = reason ?? name.split(" > ")[0];
    byReason.set(key, [...(byReason.get(key) ?? []), name]);
  }
  for (const [reason, names] of byReason)
    process.stdout.write(`skipped: ${names.length === 1 ? names[0] : `${names.length} tests`}: ${reason}\n`);
}

/** Reads the summary that the reporter writes at the end. A run without one has failed. */
function readSummary(summaryFile) {
  try {
    return JSON.parse(readFileSync(summaryFile, "utf8"));
  } catch {
    const failure = { file: "vitest", name: "the whole run", error: "It ended without a summary." };
    return { passed: 0, failed: 1, skipped: 0, failures: [failure], retried: [], skips: [], durations: [] };
  }
}
