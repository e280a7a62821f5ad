import { startWitness } from "./main.ts";

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

try {
  startWitness(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`)).on("error", fail);
} catch (error) {
  fail(error);
}
