import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run seed-back-office -- [--users N] [--deposits N] [--withdrawals N] [--seed N] [--beside-others]

Fills a demo's database with a year of made-up people: 10,000 users, five deposits and five withdrawals for each, documents
without pictures, positions, the ledger and the audit log. On DATABASE_URL or DATA_DIR, which Wazi must have been started on
once; beside a running instance or alone. The same seed gives the same people. Refuses a database of real money, and one
that has users already unless --beside-others is given.`);

await runCommand("seed-back-office", process.argv.slice(2));
