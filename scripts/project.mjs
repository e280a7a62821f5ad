import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where things are, for every script. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const SERVER_DIST = join(ROOT, "apps/server/dist");
export const WEB_DIST = join(ROOT, "apps/web/dist");

/** Whether this file is what Node was started with, and not imported by another script. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === realpathSync(process.argv[1]);
}

/** Prints the text and ends when the command was asked for help; only before a `--`, whatever comes after is passed on. */
export function answerHelp(text, args = process.argv.slice(2)) {
  if (!args.includes("--help") && !args.includes("-h")) return;
  process.stdout.write(`${text.trim()}\n`);
  process.exit(0);
}
