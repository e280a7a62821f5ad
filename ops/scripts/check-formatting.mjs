import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { answerHelp, ROOT } from "./project.mjs";

answerHelp(`
Usage: node ops/scripts/check-formatting.mjs [--write] [FILE...]

Checks that the files, or all of them, are formatted as oxfmt formats them, and names those that are not.
--write formats them.`);

/** Texts that people lay out, and files that programs write. */
const LEFT_OUT = ["**/*.md", "apps/server/src/investing/evidence/recorded/**", "docs/released-api.json"];

const names = process.argv.slice(2).filter((argument) => argument !== "--write");
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, "node_modules/oxfmt/bin/oxfmt"),
    "--config=ops/scripts/checks/oxfmt.json",
    process.argv.includes("--write") ? "--write" : "--list-different",
    ...(names.length > 0 ? names : ["."]),
    ...LEFT_OUT.map((pattern) => `!${pattern}`),
  ],
  { cwd: ROOT, stdio: "inherit" },
);
process.exitCode = status ?? 1;
