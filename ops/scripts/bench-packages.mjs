import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./project.mjs";

/** For benches that need packages which nothing else needs: a folder each, with the exact versions and a lockfile of its own. */
const FOLDER = join(ROOT, "lab/bench/extra");

/**
 * The packages that only this bench needs; undefined when it has none.
 * @returns `folder` has them or will have them. `missing` says which are not installed in the versions asked for, and how to
 *   install them; null when all are
 */
export function findBenchPackages(name, base = FOLDER) {
  const folder = join(base, name);
  if (!existsSync(join(folder, "package.json"))) return undefined;
  const wanted = Object.entries(readJson(folder).dependencies);
  const absent = wanted.filter(([each, version]) => versionOf(join(folder, "node_modules", each)) !== version);
  if (absent.length === 0) return { folder, missing: null };
  const names = absent.map(([each, version]) => `${each} ${version}`).join(" and ");
  const command = `npm ci --ignore-scripts --prefix ${relative(ROOT, folder)}`;
  return { folder, missing: `The bench "${name}" needs ${names}. Install with: ${command}` };
}

function versionOf(folder) {
  return existsSync(join(folder, "package.json")) ? readJson(folder).version : undefined;
}

function readJson(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
