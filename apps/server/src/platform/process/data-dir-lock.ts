import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createFolder } from "./create-folder.ts";
import { identifyProcess } from "./process-identity.ts";
import { StartError } from "./start-error.ts";

/** In each round one of the simultaneous starts wins, so that a few rounds are enough. */
const MAX_ROUNDS = 50;
const LOCK_FOLDER = "lock";
const lockFile = /^(\d{10})\.json$/;

/** A `server` keeps the folder until it is stopped, a `command` (reconcile, a benchmark) while it runs. */
type LockPurpose = "server" | "command";

interface LockRecord {
  readonly pid: number;
  readonly startedAs: string;
  readonly purpose: LockPurpose;
  readonly address?: string;
  readonly released?: true;
}

/** Proof that no other process uses the data folder. */
export interface DataDirLock {
  /** Absolute, with symbolic links resolved. */
  readonly dataDir: string;
  /** Stores the address of this server, for the error message of a second start. */
  announce(address: string): void;
  release(): void;
}

/** Thrown when another process uses the data folder. */
export class DataDirInUseError extends StartError {
  constructor(readonly holder: Pick<LockRecord, "pid" | "address" | "purpose">) {
    const where = holder.address === undefined ? "" : `, ${holder.address}`;
    super(
      `Another Wazi process is using this data folder (process ${holder.pid}${where}). Stop it, or set another DATA_DIR.`,
    );
  }
}

/**
 * Creates the data folder if needed and locks it for this process. A lock is ignored when its holder no longer runs
 * (killed, rebooted, or its pid now belongs to another program).
 *
 * The lock is the highest-numbered file in `DATA_DIR/lock`. A process takes it by linking a complete file under the next
 * number, which succeeds for one process only, and by checking that no higher number was added meanwhile. Lower files are
 * then deleted. The highest file stays, even after release, so that a number is never used twice: a slow process that
 * still sees a stale lock cannot remove a new one, as it could if a single file were deleted and created again.
 * @throws DataDirInUseError when another process holds the lock
 */
export function acquireDataDirLock(dataDir: string, purpose: LockPurpose = "server"): DataDirLock {
  const folder = openLockFolder(dataDir);
  const record: LockRecord = { pid: process.pid, startedAs: identifyProcess(process.pid) ?? "", purpose };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const highest = highestNumber(folder);
    const holder = highest === 0 ? undefined : readRecord(folder, highest);
    if (holder !== undefined && isHeld(holder)) throw new DataDirInUseError(holder);
    const own = highest + 1;
    if (!linkRecord(folder, own, record)) continue;
    if (highestNumber(folder) !== own) {
      rmSync(toLockPath(folder, own), { force: true });
      continue;
    }
    for (const number of listNumbers(folder)) if (number < own) rmSync(toLockPath(folder, number), { force: true });
    return {
      dataDir: realpathSync(dataDir),
      announce: (address) => replaceRecord(folder, own, { ...record, address }),
      release: () => replaceRecord(folder, own, { ...record, released: true }),
    };
  }
  throw new StartError(
    `The data folder ${resolve(dataDir)} cannot be locked: too many processes are starting. Try again.`,
  );
}

function openLockFolder(dataDir: string): string {
  const folder = join(resolve(dataDir), LOCK_FOLDER);
  try {
    createFolder(folder);
    const probe = join(folder, `probe-${randomUUID()}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    throw createFolderError(resolve(dataDir), error);
  }
  return folder;
}

function createFolderError(folder: string, error: unknown): StartError {
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (reason === "ENOSPC") {
    return new StartError(
      `The disk of the data folder ${folder} is full (ENOSPC). Free some space, then start Wazi again.`,
    );
  }
  return new StartError(
    `The data folder ${folder} cannot be used (${reason}). Set DATA_DIR to a folder that you can write to.`,
  );
}

function isHeld(record: LockRecord): boolean {
  return record.released !== true && identifyProcess(record.pid) === record.startedAs;
}

function listNumbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const match = lockFile.exec(name);
    return match?.[1] === undefined ? [] : [Number(match[1])];
  });
}

function highestNumber(folder: string): number {
  return Math.max(0, ...listNumbers(folder));
}

function toLockPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(10, "0")}.json`);
}

/** Returns undefined when the file was removed, or damaged by a power failure: then the lock is free. */
function readRecord(folder: string, number: number): LockRecord | undefined {
  try {
    return JSON.parse(readFileSync(toLockPath(folder, number), "utf8")) as LockRecord;
  } catch {
    return undefined;
  }
}

/**
 * Creates the data folder of a process that does not lock it, because several share its database.
 * @throws StartError when that is not possible
 */
export function ensureDataDir(dataDir: string): void {
  try {
    createFolder(resolve(dataDir));
  } catch (error) {
    throw createFolderError(resolve(dataDir), error);
  }
}

/** Returns true when the number is now ours. Linking never shows half a file, and never replaces one. */
function linkRecord(folder: string, number: number, record: LockRecord): boolean {
  const draft = writeDraft(folder, record);
  try {
    linkSync(draft, toLockPath(folder, number));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw createFolderError(folder, error); // a file system without hard links
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceRecord(folder: string, number: number, record: LockRecord): void {
  renameSync(writeDraft(folder, record), toLockPath(folder, number));
}

function writeDraft(folder: string, record: LockRecord): string {
  const draft = join(folder, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  return draft;
}
