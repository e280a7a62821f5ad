import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Folders that the scripts use. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const SERVER_DIST = join(ROOT, "apps/server/dist");
/** The modules of each folder of message catalogues. Only the web draws elements in a message. */
export const MESSAGE_MODULES = {
  contracts: join(ROOT, "packages/contracts/src/messages"),
  notices: join(ROOT, "apps/server/src/notices/messages"),
  server: join(ROOT, "apps/server/src/messages"),
  web: join(ROOT, "apps/web/src/messages"),
};
/** The compiled code that Node keeps from start to start. A build empties it. */
export const COMPILED_CODE = join(ROOT, "node_modules/.cache/compiled");
export const WEB_DIST = join(ROOT, "apps/web/dist");

/** Tells whether Node was started with this file, rather than importing it. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === realpathSync(process.argv[1]);
}

/** Prints the help text and exits if `--help` or `-h` is given. */
export function answerHelp(text, args = process.argv.slice(2)) {
  if (!args.includes("--help") && !args.includes("-h")) return;
  process.stdout.write(`${text.trim()}\n`);
  process.exit(0);
}

/**
 * Reads the arguments of a command as `parseArgs` of node:util does. With `--help` it prints the text and exits; after a wrong
 * argument it says so in a sentence and exits with 2.
 */
export function readArguments(help, config = {}) {
  answerHelp(help);
  try {
    return parseArgs(config);
  } catch (error) {
    refuse(`${error.message.split(/[.\n]/)[0]}. --help says what is allowed.`);
  }
}

/** Ends a command that was called in a wrong way. */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
