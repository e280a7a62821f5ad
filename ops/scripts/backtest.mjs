import { runCommand } from "./run-command.mjs";

// Its help lists the strategies and their parameters, so the program itself answers it.
await runCommand("backtest", process.argv.slice(2));
