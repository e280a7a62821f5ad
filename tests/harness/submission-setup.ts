import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

/** Inside the checkout, so that it finds the installed packages. */
export const SUBMISSION_PROGRAM = fileURLToPath(new URL("../dist/prepare-submission.mjs", import.meta.url));

/** Bundles the worker-thread program that reads submissions, once for the whole run. */
export default async function buildSubmissionProgram(): Promise<void> {
  const source = new URL("../../apps/server/src/people/verification/prepare-submission.ts", import.meta.url);
  const { output } = await build({
    input: fileURLToPath(source),
    platform: "node",
    external: ["sharp"],
    output: { format: "esm", codeSplitting: false },
    logLevel: "warn",
    write: false,
  });
  mkdirSync(dirname(SUBMISSION_PROGRAM), { recursive: true });
  // Another run may be reading it.
  const draft = `${SUBMISSION_PROGRAM}.${process.pid}`;
  writeFileSync(draft, output[0].code);
  renameSync(draft, SUBMISSION_PROGRAM);
}
