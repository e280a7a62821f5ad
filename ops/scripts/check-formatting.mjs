import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { answerHelp, ROOT } from "./project.mjs";

answerHelp(`
Usage: node ops/scripts/check-formatting.mjs

Checks that the files are formatted as Prettier formats them. oxfmt formats nearly all of them alike, in a fiftieth of the
time, so Prettier reads only the files that oxfmt would change.`);

/** Texts that people lay out, and files that programs write. For editors, the key "prettier" of package.json leaves out the first. */
const LEFT_OUT = [
  "**/*.md",
  "**/package-lock.json",
  "apps/server/src/investing/evidence/recorded/**",
  "docs/released-api.json",
].map((pattern) => `!${pattern}`);

const doubtful = findDoubtful();
if (doubtful.length > 0) judge(doubtful);

/**
 * Lists the files that oxfmt would change. It ends with 1 when there are any, and with 2 when it cannot read one, such as a file
 * that a test has just removed; then Prettier reads all of them.
 */
function findDoubtful() {
  const { status, stdout } = runTool("oxfmt/bin/oxfmt", [
    "--config",
    "ops/scripts/checks/oxfmt.json",
    "--list-different",
    ".",
    ...LEFT_OUT,
  ]);
  const names = stdout.split("\n").filter((name) => name !== "");
  return status === (names.length > 0 ? 1 : 0) ? names : ["."];
}

function judge(names) {
  const { status, stdout, stderr } = runTool("prettier/bin/prettier.cjs", [
    "--check",
    "--log-level=warn",
    ...names,
    ...LEFT_OUT,
  ]);
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  process.exitCode = 1;
}

function runTool(tool, args) {
  return spawnSync(process.execPath, [join(ROOT, "node_modules", tool), ...args], { cwd: ROOT, encoding: "utf8" });
}
