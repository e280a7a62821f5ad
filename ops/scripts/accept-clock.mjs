import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- accept-clock

Lets the bots trade at once after the clock was ahead and was set back, beside a running instance on the same DATA_DIR or
DATABASE_URL, or alone. Open trades of the bots that wait are closed at their last price.`);

await runCommand("accept-clock", process.argv.slice(2));
