import { runCommand } from "./run-command.mjs";

await runCommand("evidence", process.argv.slice(2));
