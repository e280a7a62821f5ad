import { readGivenFiles } from "./given-files.mjs";
import { readArguments } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

const help = `
Usage: npm run verify [-- --checkpoint FILE [--key KEY]]
       npm run verify -- FILE… [--key KEY] [--log ADDRESS]
       npm run verify -- release FOLDER [--log ADDRESS] [--key KEY]
       npm run verify -- --log ADDRESS [--key KEY] [--since FILE] [--witness KEY]

Without a file: compares this installation's database with its signed log, and finds changed or deleted audit entries.
With files: checks a bot's record, a balance, a day's reserves or a statement, without this installation's database.
With release: compares a release's files with its manifest, and says since when the log claims to run it.
With --log: reads a whole log from the web and checks it, and that it continues the checkpoint in --since.

The key is what the address /log/key answers. Take it from a place that you trust, not from the file.

Exit codes: 0 verified with a key that was given or is on this machine, 3 consistent but not verified because there was no such
key, 1 wrong, 2 could not run.`;

const text = { type: "string" };
const options = { checkpoint: text, key: text, log: text, since: text, witness: text };
readArguments(help, { options, allowPositionals: true });

const ALLOWED = "Give a bot's record, a balance or a day's reserves as it was downloaded (JSON), or a statement (PDF).";
const COULD_NOT_RUN = 2;

const args = process.argv.slice(2);
const [first = "--checkpoint"] = args;
if (first === "release") await runCommand("check-release", args.slice(1));
else if (first === "--checkpoint") await runCommand("verify-log", args);
else await checkGiven(readGivenFiles(args));

async function checkGiven({ files, problem }) {
  const reserves = files.find(({ format }) => format === "wazi-reserves-1");
  const found = reserves && files.length > 1 ? "Check a day's reserves without other files." : problem;
  if (found !== null) {
    process.stderr.write(`${found} ${ALLOWED}\n`);
    process.exitCode = COULD_NOT_RUN;
    return;
  }
  const key = args.indexOf("--key") + 1;
  if (reserves) await runCommand("check-reserves", [reserves.name, ...(key > 0 ? ["--key", args[key] ?? ""] : [])]);
  else await runCommand("check-files", args);
}
