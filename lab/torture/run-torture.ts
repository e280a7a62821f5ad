import { parseArgs } from "node:util";
import { endEverything } from "../../tests/harness/wazi-process.ts";
import { BrokenPromiseError } from "./money-load.ts";
import { findShortfalls, formatResult, torture, type TortureOptions } from "./torture.ts";

const DEFAULT_MINUTES = 10;
const MAX_SEED = 2 ** 32 - 1;

/** Exits with 1 and names the seed when a promise is broken. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
  const seed = Number(values.seed ?? Date.now() % MAX_SEED);
  if (!(minutes > 0) || !Number.isSafeInteger(seed) || seed < 0 || seed > MAX_SEED) {
    process.stderr.write("--minutes takes a positive number, --seed a whole number from 0 to 4294967295\n");
    process.exit(2);
  }
  const options: TortureOptions = {
    seed,
    durationMs: minutes * 60_000,
    killEveryMs: [2_200, 3_800],
    investors: 24,
    barsPerSecond: 20,
  };
  try {
    const result = await torture(options);
    process.stdout.write(`${formatResult(options, result)}\n`);
    const shortfalls = findShortfalls(options, result);
    for (const shortfall of shortfalls) process.stderr.write(`torture: seed ${seed}: ${shortfall}\n`);
    if (shortfalls.length > 0) process.exitCode = 1;
  } catch (error) {
    const reason = error instanceof BrokenPromiseError ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`torture: seed ${seed}: broken promise: ${reason}\n`);
    process.exitCode = 1;
  } finally {
    await endEverything();
  }
}

void main();
