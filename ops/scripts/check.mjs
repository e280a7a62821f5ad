import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { hasPassed, keyOf, recordPass } from "./passed-checks.mjs";
import { readArguments, ROOT } from "./project.mjs";

const SOURCES = ["packages", "apps", "tests", "lab", "ops"];
/** Read by every check: the versions of the tools and the checks themselves. */
const COMMON = ["package.json", "package-lock.json", "ops"];
const TYPED = [...COMMON, "packages", "apps", "tests", "lab", "tsconfig.json", "vitest.config.ts"];
const EVERYTHING = ["."];
const CHECKS = [
  // It builds, which uses one core only, so it comes first. The build has a fingerprint of its own.
  { name: "page sizes", script: "ops/scripts/check-sizes.mjs", args: [] },
  { name: "lint", tool: "oxlint/bin/oxlint", args: [], inputs: EVERYTHING },
  { name: "names of constants", script: "ops/scripts/check-names.mjs", args: [], inputs: TYPED },
  {
    name: "types: server, packages, tests",
    tool: "typescript-native/bin/tsc",
    args: ["-p", "tsconfig.json"],
    inputs: TYPED,
  },
  { name: "types: web", tool: "typescript-native/bin/tsc", args: ["-p", "apps/web/tsconfig.json"], inputs: TYPED },
  {
    name: "import rules",
    tool: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["--config", "ops/scripts/checks/dependency-cruiser.cjs", ...SOURCES],
    inputs: TYPED,
  },
  {
    name: "unused code",
    tool: "knip/bin/knip.js",
    args: ["--no-gitignore", "--config", "ops/scripts/checks/knip.json"],
    inputs: EVERYTHING,
  },
  { name: "secrets", script: "ops/scripts/scan-secrets.mjs", args: [] },
  { name: "licences", script: "ops/scripts/licences.mjs", args: ["--check"] },
  { name: "formatting", script: "ops/scripts/check-formatting.mjs", args: [] },
  { name: "budgets", script: "ops/scripts/check-budgets.mjs", args: [], isPrinted: true },
];
/** The reference machine has two cores. */
const AT_ONCE = 2;

const help = `
Usage: npm run check [-- --again]

Types, lint, import rules, unused code, secrets, licences, sizes, formatting and budgets, each with its time. All of them run, even when one fails. A slow
check that has passed on the same content, here or in another clone on this machine, is not repeated; --again repeats it.
${CHECKS.map(({ name }) => `  ${name}`).join("\n")}`;

const { again: isRepeated } = readArguments(help, { options: { again: { type: "boolean", default: false } } }).values;
await ensureInstalled();
const { writeMessageModules } = await import("./compile-messages.mjs");
writeMessageModules();
const waiting = [...CHECKS].filter(({ args }) => args[0] !== "-p" || existsSync(join(ROOT, args[1])));
const failed = [];
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
process.stdout.write(failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWaiting() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const startedAt = performance.now();
    const key = check.inputs === undefined ? undefined : keyOf(check);
    if (key !== undefined && !isRepeated && hasPassed(key)) {
      process.stdout.write(`ok     ${check.name} (passed before on the same content)\n`);
      continue;
    }
    const { code, output } = await run(check);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${check.name} (${seconds} s)\n`);
    if (code === 0) {
      if (key !== undefined) recordPass(key);
      if (check.isPrinted) process.stdout.write(output.replace(/^/gm, "       ").trimEnd() + "\n");
      continue;
    }
    failed.push(check.name);
    process.stdout.write(`${output.trim()}\n\n`);
  }
}

function run({ tool, script = `node_modules/${tool}`, args }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
