import { parseArgs } from "node:util";
import { endEverything } from "../../tests/harness/wazi-process.ts";
import { MAX_MEGABYTES_PER_MINUTE, soak, type SoakResult } from "./soak.ts";

const DEFAULT_MINUTES = 30;
const SAMPLE_EVERY_MS = 5_000;
const INVESTORS = 8;
const MEGABYTE = 1_000_000;

/** Exits with 1 when something leaks. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
  if (!(minutes > 0)) {
    process.stderr.write("--minutes takes a positive number\n");
    process.exit(2);
  }
  try {
    const seed = Number(values.seed ?? 1);
    const result = await soak({
      durationMs: minutes * 60_000,
      sampleEveryMs: SAMPLE_EVERY_MS,
      investors: INVESTORS,
      seed,
    });
    const problems = [...result.problems];
    if (result.megabytesPerMinute > MAX_MEGABYTES_PER_MINUTE)
      problems.push(`memory grew by ${result.megabytesPerMinute.toFixed(2)} MB a minute`);
    process.stdout.write(`${formatResult(minutes, result)}\n`);
    for (const problem of problems) process.stderr.write(`soak: ${problem}\n`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } finally {
    await endEverything();
  }
}

function formatResult(minutes: number, result: SoakResult): string {
  const [before, after] = result.descriptors;
  const last = result.samples.at(-1);
  const grown = [...result.growth].filter(([, rows]) => rows > 0).sort(([, a], [, b]) => b - a);
  return [
    `soak: ${minutes} minutes, ${result.operations} operations, ${result.reads} reads`,
    `memory ${((last?.residentBytes ?? 0) / MEGABYTE).toFixed(0)} MB, ${result.megabytesPerMinute.toFixed(2)} MB a minute after the first third`,
    `descriptors ${before} before the load, ${after} after it; at most ${result.mostConnections} connections`,
    `rows gained: ${grown.map(([table, rows]) => `${table} ${rows}`).join(", ")}`,
  ].join("\n");
}

void main();
