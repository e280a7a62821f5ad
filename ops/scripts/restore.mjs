import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- restore --from FOLDER [--keys FILE]

Checks every file of a backup, then restores it into a new DATA_DIR or an empty DATABASE_URL, and compares the books. The
key file is FOLDER.key unless another is given.`);

await runCommand("restore", process.argv.slice(2));
