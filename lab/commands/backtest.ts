import { join } from "node:path";
import { runBacktestCommand } from "./backtest/run-command.ts";
import { allCores } from "./backtest/run-sweep.ts";

process.exitCode = await runBacktestCommand(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
  },
  allCores(join(import.meta.dirname, "sweep-worker.js")),
);
