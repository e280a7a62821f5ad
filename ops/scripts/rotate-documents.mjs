import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- rotate-documents [--new-key]

Encrypts all identity documents and the secrets of second factors again with the newest key, beside a running instance on the
same DATA_DIR or DATABASE_URL, or alone. With --new-key it first adds a key to the data folder. That is not possible if DOCUMENT_KEY is set.`);

await runCommand("rotate-documents", process.argv.slice(2));
