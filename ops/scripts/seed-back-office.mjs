import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- seed-back-office [--users N] [--deposits N] [--withdrawals N] [--seed N] [--allow-existing-users]

Fills a demo database with one year of made-up people: 10,000 users, five deposits and five withdrawals for each, documents
without images, positions, the ledger and the audit log. Works on DATABASE_URL or DATA_DIR, also while Wazi runs on it. Wazi
must have been started on it once. The same seed gives the same people. A live database is always refused. A database with
users is refused unless --allow-existing-users is given.`);

await runCommand("seed-back-office", process.argv.slice(2));
