import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Finds the files that a page of the built web app starts with, from the manifest of the build. */

/** The entry of every page. */
const ENTRY = "index.html";

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
}

/** Each page's HTML file and its source files, as recorded by the build. */
export function readPages(folder) {
  return Object.entries(JSON.parse(readFileSync(join(folder, ".vite/pages.json"), "utf8")));
}

/** Scripts of the sources and the common entry, with everything they import statically. */
export function filesOfPage(manifest, sources) {
  const files = chunksOf(manifest, [ENTRY, ...sources]).map(({ file }) => file);
  return [...new Set(files)].filter((file) => file.endsWith(".js"));
}

/** Style sheets of the common entry and the sources. */
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
