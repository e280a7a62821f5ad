import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- reset-admin --email ADDRESS

Sets a new random password for an administrator and prints it once, beside a running instance on the same DATA_DIR or
DATABASE_URL, or alone. It also ends the administrator's sessions and a freeze.`);

await runCommand("reset-admin", process.argv.slice(2));
