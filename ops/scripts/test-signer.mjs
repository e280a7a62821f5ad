import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- test-signer --key FILE [--port PORT] [--sign NETWORK FILE]

Signs prepared payouts on test networks (docs/how-to/operator/payment-rails.md), with the private key in a file, which is made when it is missing.`);

await runCommand("test-signer", process.argv.slice(2));
