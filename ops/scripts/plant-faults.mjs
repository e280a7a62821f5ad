import { readArguments } from "./project.mjs";
import { runHarness } from "./run-harness.mjs";

readArguments(
  `
Usage: npm run wazi -- plant-faults [--kind KIND,KIND] [--only ID,ID]

Plants the mistakes of lab/planted-faults one at a time in a copy of the tree, and runs the tests that should notice each.
It prints a table, and exits with 1 when fewer than 39 of 40 are caught, or when a mistake no longer applies.`,
  { options: { kind: { type: "string" }, only: { type: "string" } } },
);

await runHarness("run-planted-faults", "lab/planted-faults/run-planted-faults.ts", { needsBuild: false });
