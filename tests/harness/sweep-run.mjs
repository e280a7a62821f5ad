import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 100;
/** PostgreSQL gets so long to end its processes and to free its shared memory. */
const GENTLE_MS = 3_000;
const GIVE_UP_MS = 30_000;

/** Ends every process that uses a run's temporary folder, and removes the folder (end-with-us.mjs). */
async function sweep(folder) {
  const startedAt = Date.now();
  for (;;) {
    const left = findProcesses(folder);
    const afterMs = Date.now() - startedAt;
    if (left.length === 0 || afterMs > GIVE_UP_MS) break;
    for (const { pid, isPostgres } of left) kill(pid, isPostgres && afterMs < GENTLE_MS ? "SIGQUIT" : "SIGKILL");
    await sleep(POLL_MS);
  }
  for (const mount of findMounts(folder)) spawnSync("umount", ["--lazy", mount]);
  // A folder that is still mounted may be somebody else's.
  if (findMounts(folder).length === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A program inherits TMPDIR from its starter. PostgreSQL writes over its environment, and the product gives it another one, but it always
 * runs in its data folder.
 */
function findProcesses(folder) {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const isPostgres = readFileSync(`/proc/${name}/comm`, "utf8").trim() === "postgres";
      const isBelow = isPostgres
        ? readlinkSync(`/proc/${name}/cwd`).startsWith(`${folder}/`)
        : readFileSync(`/proc/${name}/environ`, "utf8")
            .split("\0")
            .some((each) => `${each}/`.startsWith(`TMPDIR=${folder}/`));
      return isBelow ? [{ pid: Number(name), isPostgres }] : [];
    } catch {
      return []; // it has ended, or is somebody else's
    }
  });
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function findMounts(folder) {
  const points = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
  return points.filter((point) => point.startsWith(`${folder}/`)).reverse();
}

await sweep(process.argv[2] ?? "");
