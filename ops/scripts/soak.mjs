import { readArguments } from "./project.mjs";
import { runHarness } from "./run-harness.mjs";

readArguments(
  `
Usage: npm run wazi -- soak [--minutes 30] [--seed S]

Runs one process under mixed load (money, reads, live updates, a market 60 times faster than the clock) on a PostgreSQL of its
own. Exits with 1 when memory grows by more than 1 MB a minute after the first third, when descriptors or connections stay
open, when a table grows that should not, or when the books differ.`,
  { options: { minutes: { type: "string" }, seed: { type: "string" } } },
);

await runHarness("run-soak", "lab/soak/run-soak.ts");
