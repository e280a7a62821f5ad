import { runCommand } from "./run-command.mjs";

await runCommand("fit-market", process.argv.slice(2));
