import { runBacktestCommand } from "./backtest/run-command.ts";

process.exitCode = runBacktestCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
