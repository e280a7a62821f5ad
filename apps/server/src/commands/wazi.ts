import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RELEASE_PROGRAMS } from "./release/release-programs.ts";

const WRONG_CALL = 2;

/** Runs one of the programs beside this one, as if Node had been started with it. */
async function main(): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  const usage = `Usage: node apps/server/dist/wazi.js NAME [ARGUMENTS]\nCommands: ${RELEASE_PROGRAMS.join(", ")}\n`;
  if (name === undefined || name === "--help" || name === "-h") {
    process.stdout.write(usage);
    return;
  }
  if (!RELEASE_PROGRAMS.includes(name)) {
    process.stderr.write(
      `"${name}" is not a command of a release; what development needs, needs a checkout of the sources.\n${usage}`,
    );
    process.exitCode = WRONG_CALL;
    return;
  }
  const program = join(import.meta.dirname, `${name}.js`);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

await main();
