import { join } from "node:path";
import { readArguments, ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";
import { runHarness } from "./run-command.mjs";

const help = `
Usage: npm run wazi -- torture [--minutes N] [--seed S]
       npm run wazi -- torture --interleavings N [--seed S]
       npm run wazi -- torture --venues N [--seed S]
       npm run wazi -- torture --insiders N [--seed S] [--replay I]

Starts two API processes, two traders and a PostgreSQL of its own, and kills a random one every few seconds under money
load and a fast market, for 10 minutes or N. Some traders are stopped and continued. Then it compares the database with everything that was acknowledged. It prints
one line of counts. At the first broken promise it names the seed and exits with 1, and also when a run of 10 minutes or more has
fewer than 15 kills or 6,000 operations a minute. Needs no other program.

--interleavings runs N orders of statements, timers, prices and venue answers on a real PostgreSQL, --venues N runs of a venue
with faults, from seed S on. --insiders N plays N sequences of acts of administrators who work together, and fails when they move
more than they may alone; --replay plays number I of seed S again, and prints it.`;

/** The long forms of three tests: the option, the file, and the variable that has the number of seeds. */
const SEEDED_TESTS = [
  ["interleavings", "tests/races/interleavings.test.ts", "WAZI_INTERLEAVINGS"],
  ["venues", "tests/races/venue-faults.test.ts", "WAZI_VENUE_FAULTS"],
  ["insiders", "tests/races/insider-drill.test.ts", "WAZI_INSIDERS"],
];

const options = Object.fromEntries(
  [...SEEDED_TESTS.map(([name]) => name), "minutes", "seed", "replay"].map((name) => [name, { type: "string" }]),
);
const { values } = readArguments(help, { options });
const asked = SEEDED_TESTS.find(([name]) => values[name] !== undefined);
if (asked) {
  const [name, file, variable] = asked;
  const env = { ...process.env, [variable]: values[name], [`${variable}_SEED`]: values.seed ?? "1" };
  if (values.replay !== undefined) env[`${variable}_REPLAY`] = values.replay;
  const args = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--project=api", file];
  process.exitCode = await runNode(args, { env, stdout: "stdout" });
} else await runHarness("run-torture", "lab/torture/run-torture.ts");
