import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run reconcile

Proves that every figure shown is what the ledger says, beside a running instance on the same DATA_DIR or DATABASE_URL, or
alone. Exits with another code than 0, and names the account, where one differs.`);

await runCommand("reconcile", process.argv.slice(2));
