import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run reconcile

Checks that every stored figure equals the ledger, beside a running instance on the same DATA_DIR or DATABASE_URL, or
alone. If one differs, it names the account and exits with a code other than 0.`);

await runCommand("reconcile", process.argv.slice(2));
