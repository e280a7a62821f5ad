import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `verify -- release` and every start read it. */
export const MANIFEST_FILE = "release.json";

/**
 * Writes the manifest of a release: its version, commit and parts, and the SHA-256 of each file.
 * @returns the manifest's own SHA-256, which the public log names
 */
export function writeManifest(folder, { version, commit, isDirty, parts = [] }) {
  const files = Object.fromEntries(listFiles(folder).map((path) => [path, describeFile(join(folder, path))]));
  const text = `${JSON.stringify({ format: "wazi-release-1", version, commit, isDirty, parts, files }, null, 1)}\n`;
  writeFileSync(join(folder, MANIFEST_FILE), text);
  return createHash("sha256").update(text).digest("hex");
}

/** Every file and symbolic link below a folder, in an order that no system changes. */
function listFiles(folder, below = "") {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
  return paths.filter((path) => path !== MANIFEST_FILE).sort((one, other) => (one < other ? -1 : 1));
}

function describeFile(path) {
  if (lstatSync(path).isSymbolicLink()) return `link:${readlinkSync(path)}`;
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
