import { runSimulateBotsCommand } from "./simulation/run-simulate-bots.ts";

process.exitCode = runSimulateBotsCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
