import { createHash, randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./project.mjs";

const POLL_MS = 200;
/** An install over a slow line takes minutes. An older lock is stale, even if its pid is in use again. */
const WAIT_MS = 15 * 60_000;
/** A longer wait is reported, with the process that holds the lock. */
const PATIENCE_MS = 2_000;

/** Runs the work when no other command of this checkout runs work of the same name. */
export async function runExclusively(name, work) {
  const file = lockFile(name);
  const startedAt = Date.now();
  let isReported = false;
  while (!take(file)) {
    await sleep(POLL_MS);
    if (isReported || Date.now() - startedAt < PATIENCE_MS) continue;
    isReported = true;
    process.stderr.write(`Waiting for another command's ${name} (process ${readHolder(file)}) …\n`);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener("exit", release);
  }
}

/** The lock is outside the checkout, because `npm ci` empties node_modules and a clean tree should stay clean. */
function lockFile(name) {
  const user = process.getuid?.() ?? "";
  const checkout = createHash("sha256").update(`${ROOT}:${user}`).digest("hex").slice(0, 16);
  // The tests set it, whose temporary folders are their own.
  return join(process.env.WAZI_LOCK_DIR ?? tmpdir(), `wazi-${name}-${checkout}.lock`);
}

function take(file) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file); // atomic, and fails if the lock exists
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const holder = readHolder(file);
  if (holder !== undefined && !isHolding(file, holder)) discardStale(file, holder);
  return false;
}

/** Removes the lock of a dead holder. If a live holder took the lock in between, it is put back. */
function discardStale(file, deadHolder) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readHolder(aside) !== deadHolder) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT") throw error; // another process has removed it
  }
}

function readHolder(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isHolding(file, pid) {
  try {
    process.kill(pid, 0);
    return Date.now() - statSync(file).mtimeMs < WAIT_MS;
  } catch (error) {
    return error.code === "EPERM";
  }
}
