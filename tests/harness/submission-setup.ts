import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Inside the checkout, so that it finds the installed packages. */
export const SUBMISSION_PROGRAM = fileURLToPath(new URL("../dist/prepare-submission.mjs", import.meta.url));
/** The files that the bundle was made of, each with its time. */
const MADE_OF = `${SUBMISSION_PROGRAM}.json`;

/** Bundles the worker-thread program that reads submissions, once for the whole run, unless an earlier run has bundled the same. */
export default async function buildSubmissionProgram(): Promise<void> {
  if (isCurrent()) return;
  const { build } = await import("rolldown");
  const source = new URL("../../apps/server/src/people/verification/prepare-submission.ts", import.meta.url);
  const { output } = await build({
    input: fileURLToPath(source),
    platform: "node",
    external: ["sharp"],
    output: { format: "esm", codeSplitting: false },
    logLevel: "warn",
    write: false,
  });
  const files = output[0].moduleIds.filter((id) => existsSync(id));
  mkdirSync(dirname(SUBMISSION_PROGRAM), { recursive: true });
  replace(SUBMISSION_PROGRAM, output[0].code);
  replace(MADE_OF, JSON.stringify(Object.fromEntries(files.map((file) => [file, statSync(file).mtimeMs]))));
}

function isCurrent(): boolean {
  if (!existsSync(SUBMISSION_PROGRAM) || !existsSync(MADE_OF)) return false;
  const files = Object.entries(JSON.parse(readFileSync(MADE_OF, "utf8")) as Record<string, number>);
  return files.every(([file, madeAt]) => statSync(file, { throwIfNoEntry: false })?.mtimeMs === madeAt);
}

/** Another run may be reading the file. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
