import { runCommand } from "./run-command.mjs";

await runCommand("simulate-bots", process.argv.slice(2));
