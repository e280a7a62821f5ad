import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- backup [--to FOLDER] [--keep NUMBER]

Writes a backup of the database, as of one moment, and of the identity documents, while Wazi runs or alone. Without --to,
it is written to the folder backups in DATA_DIR. --keep removes the oldest backups beyond a number.`);

await runCommand("backup", process.argv.slice(2));
