import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { takeFingerprint } from "./fingerprint.mjs";

/** Outside of the tree, so that another clone of the same content finds what passed. */
const FOLDER = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "wazi/passed-checks");
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * A key of all that a check reads: its name and arguments, Node's version, and the content of the files below its inputs.
 * The packages are those of package-lock.json, which every check has among its inputs.
 */
export function keyOf({ name, args, inputs }) {
  const files = takeFingerprint(inputs);
  const hash = createHash("sha256").update(JSON.stringify([name, args, process.version]));
  for (const path of Object.keys(files).sort()) hash.update(`${path}\0${files[path].hash}\n`);
  return hash.digest("hex");
}

/** True if a check with this key has passed before on this machine. */
export function hasPassed(key, folder = FOLDER) {
  try {
    const now = new Date();
    utimesSync(join(folder, key), now, now);
    return true;
  } catch {
    return false;
  }
}

/** Remembers that a check passed, and forgets those not used for a month. Without a folder to write to, nothing is remembered. */
export function recordPass(key, folder = FOLDER) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, key), "");
    for (const name of readdirSync(folder)) {
      if (Date.now() - statSync(join(folder, name)).mtimeMs > KEPT_MS) rmSync(join(folder, name));
    }
  } catch {
    // The next run does the work again.
  }
}
