import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- archive [--before YYYY-MM-DD] [--out FOLDER]
       npm run wazi -- archive --verify FOLDER

Writes a second copy of the books, a folder for each month that has ended, with checksums and sums. Without --out, it is
written to the folder archive in DATA_DIR. --verify compares an archive with the database. Nothing is removed.`);

await runCommand("archive", process.argv.slice(2));
