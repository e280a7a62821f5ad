import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { ROOT, SERVER_DIST } from "./project.mjs";

/** Runs a built program in this process, as if Node had been started with it. Nothing else is written to standard output. */
export async function runCommand(name, args) {
  process.chdir(ROOT);
  await ensureInstalled();
  await ensureBuilt();
  const program = join(SERVER_DIST, `${name}.js`);
  if (!existsSync(program)) throw new Error(`there is no program "${name}" in ${SERVER_DIST}`);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
