import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Set by ops/scripts/bench.mjs: the folder with the packages of this bench, if they are installed. */
const FOLDER = process.env["BENCH_PACKAGES"] ?? "";

/** Imports a package that is not part of the ordinary installation; undefined when it is not installed. */
export async function loadPackage(name: string): Promise<unknown> {
  if (FOLDER === "") return undefined;
  const path = createRequire(join(FOLDER, "package.json")).resolve(name);
  return (await import(pathToFileURL(path).href)) as unknown;
}
