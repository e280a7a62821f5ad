import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- drill [--from FOLDER]

Restores the newest backup of a folder into a database of its own, compares its books, and removes it again. Without --from,
the folder is backups in DATA_DIR. The database is on DRILL_DATABASE_URL, or on a PostgreSQL in a temporary folder.`);

await runCommand("drill", process.argv.slice(2));
