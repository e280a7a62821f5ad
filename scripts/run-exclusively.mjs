import { createHash, randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./project.mjs";

const POLL_MS = 200;
/** An install over a slow line takes minutes. A lock older than this is stale, whoever has its pid by now. */
const WAIT_MS = 15 * 60_000;
/** Who has to wait longer than this is told whom for. */
const PATIENCE_MS = 2_000;

/** Runs the work while no other command of this checkout runs work of the same name; waits its turn. */
export async function runExclusively(name, work) {
  const file = lockFile(name);
  const startedAt = Date.now();
  let isTold = false;
  while (!take(file)) {
    await sleep(POLL_MS);
    if (isTold || Date.now() - startedAt < PATIENCE_MS) continue;
    isTold = true;
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

/** Outside the checkout: `npm ci` empties node_modules, and a clean tree stays clean. */
function lockFile(name) {
  const user = process.getuid?.() ?? "";
  const checkout = createHash("sha256").update(`${ROOT}:${user}`).digest("hex").slice(0, 16);
  return join(tmpdir(), `wazi-${name}-${checkout}.lock`);
}

function take(file) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file); // whole or not at all, and never over another's
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

/** Moves a dead holder's lock away. Should a live one have come in between, it gets its lock back. */
function discardStale(file, deadHolder) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readHolder(aside) !== deadHolder) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT") throw error; // somebody else has cleared it
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
