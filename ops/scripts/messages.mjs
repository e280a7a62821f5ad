import { ensureInstalled } from "./ensure-installed.mjs";
import { readArguments } from "./project.mjs";

readArguments(`
Usage: npm run wazi -- messages

Makes the modules of texts from the message catalogues in packages/contracts/messages, and names those that have changed.`);

await ensureInstalled();
const { writeMessageModules } = await import("./compile-messages.mjs");
const changed = writeMessageModules();
process.stdout.write(`${changed.length === 0 ? "No module has changed." : `Written: ${changed.join(", ")}`}\n`);
