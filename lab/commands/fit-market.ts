import { runFitMarketCommand } from "./simulation/run-fit-market.ts";

process.exitCode = runFitMarketCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
