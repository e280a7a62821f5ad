import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { MESSAGE_MODULES, ROOT } from "./project.mjs";

const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".git", ".data"]);
/** Made from the catalogues, which are sources. */
const MADE = new Set(Object.values(MESSAGE_MODULES));

/**
 * Lists every file below the given paths with its size, time and content hash. A file with the size and time of the
 * known fingerprint is not read again, so an unchanged tree is checked quickly. A fresh clone, with new times, is
 * compared by content.
 */
export function takeFingerprint(paths, known = {}) {
  const files = {};
  for (const path of paths) addPath(join(ROOT, path), known, files);
  return files;
}

export function sameContent(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name].hash === other[name]?.hash);
}

function addPath(path, known, files) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) return addFile(path, stat, known, files);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory() && (SKIPPED_FOLDERS.has(entry.name) || MADE.has(join(path, entry.name)))) continue;
    addPath(join(path, entry.name), known, files);
  }
}

function addFile(path, { size, mtimeMs }, known, files) {
  const name = relative(ROOT, path);
  const before = known[name];
  const isUnchanged = before !== undefined && before.size === size && before.mtimeMs === mtimeMs;
  const hash = isUnchanged ? before.hash : createHash("sha256").update(readFileSync(path)).digest("hex");
  files[name] = { size, mtimeMs, hash };
}
