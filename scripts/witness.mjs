import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run witness -- --name NAME --log KEY

Cosigns the checkpoints of transparency logs, and refuses one that does not continue what it signed before.
packages/witness/README.md has the options.`);

await runCommand("witness", process.argv.slice(2));
