import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Which files of the built web app a page starts with, by the manifest of its build. */

/** What every page starts with. */
const ENTRY = "index.html";

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
}

/** Each page's file with the source files that it is made of, as the build noted them. */
export function readPages(folder) {
  return Object.entries(JSON.parse(readFileSync(join(folder, ".vite/pages.json"), "utf8")));
}

/** Scripts of the sources, of what every page starts with, and of everything that these import at once. */
export function filesOfPage(manifest, sources) {
  const files = chunksOf(manifest, [ENTRY, ...sources]).map(({ file }) => file);
  return [...new Set(files)].filter((file) => file.endsWith(".js"));
}

/** Style sheets of what every page starts with, and of the sources. */
export function styleSheets(manifest, sources = []) {
  return [...new Set(chunksOf(manifest, [ENTRY, ...sources]).flatMap(({ css = [] }) => css))];
}

function chunksOf(manifest, keys) {
  const chunks = [];
  const waiting = [...keys];
  const seen = new Set();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build's manifest knows no ${key}`);
    chunks.push(chunk);
    waiting.push(...(chunk.imports ?? []));
  }
  return chunks;
}
