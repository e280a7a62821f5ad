import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
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

/**
 * Bundles a program of lab/ or the tests and runs it in this process. The bundle lies inside the checkout,
 * so that it finds the installed packages.
 * @param source its path in the checkout
 */
export async function runHarness(name, source, { needsBuild = true } = {}) {
  process.chdir(ROOT);
  await ensureInstalled();
  if (needsBuild) await ensureBuilt();
  const { build } = await import("rolldown");
  const file = join(ROOT, "tests/dist", `${name}.mjs`);
  await build({
    input: join(ROOT, source),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id) && !id.startsWith("@wazi/"),
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  await import(pathToFileURL(file).href);
}
