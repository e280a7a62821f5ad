import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { ROOT } from "./project.mjs";

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
