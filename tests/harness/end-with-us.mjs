import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SWEEP = fileURLToPath(new URL("sweep-run.mjs", import.meta.url));
/** Other users' programs write there too, as in /tmp. */
const OPEN_TO_ALL = 0o1777;

/**
 * From now on, whatever this process starts ends with it, however it ends, SIGKILL included: servers, PostgreSQL in sessions of their own,
 * nodes of chains, browsers. They are known by a temporary folder that only this process and those below it use. A shell
 * holds the other end of a pipe, which the kernel closes when this process is gone, and then starts the sweep (sweep-run.mjs).
 * Linux only. A second call does nothing.
 */
export function endChildrenWithUs() {
  if (process.platform !== "linux" || globalThis.waziRunFolder !== undefined) return;
  // The locks of ops/scripts/run-exclusively.mjs are for all commands of a checkout.
  process.env.WAZI_LOCK_DIR ??= tmpdir();
  const folder = mkdtempSync(join(tmpdir(), "wazi-"));
  chmodSync(folder, OPEN_TO_ALL);
  process.env.TMPDIR = folder;
  globalThis.waziRunFolder = folder;
  const watcher = spawn("/bin/sh", ["-c", 'read -r _; exec "$@"', "sh", process.execPath, SWEEP, folder], {
    // A session of its own, which Ctrl-C and a kill of the group do not reach, and an environment that no sweep looks for.
    detached: true,
    env: { PATH: process.env.PATH },
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  watcher.stdin.unref();
}
