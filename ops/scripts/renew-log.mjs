import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- renew-log --reason "TEXT"

Begins the transparency log anew with another key, when the old key is lost or the log has stopped for good (docs/explanation/proofs.md).
Stop all processes of Wazi first, and restart them afterwards. All leaves stay, and the log names the old key, its last checkpoint and
the reason. Everybody can read the reason, so it must not name a person.`);

await runCommand("renew-log", process.argv.slice(2));
