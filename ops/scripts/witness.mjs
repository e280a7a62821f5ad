import { readArguments, refuse } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

const help = `
Usage: npm run wazi -- witness --name NAME --log KEY

Cosigns the checkpoints of transparency logs, and refuses one that does not continue what it signed before.
packages/proofs/README.md has the options.`;

const text = { type: "string" };
const options = { name: text, log: { ...text, multiple: true }, folder: text, port: text, host: text };
const { values } = readArguments(help, { options });
if (values.name === undefined || values.log === undefined) refuse("witness needs --name NAME and --log KEY.");

await runCommand("witness", process.argv.slice(2));
