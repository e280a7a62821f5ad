import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { identifyProcess } from "./process-identity.ts";
import { StartError } from "./start-error.ts";

/** Each lost race means that somebody else won, so that a few rounds settle any number of simultaneous starts. */
const MAX_ROUNDS = 50;
const LOCK_FOLDER = "lock";
const lockFile = /^(\d{10})\.json$/;

/** A `server` keeps the folder until it is stopped, a `command` (reconcile, a bench) only as long as it runs. */
type LockPurpose = "server" | "command";

interface LockRecord {
  readonly pid: number;
  readonly startedAs: string;
  readonly purpose: LockPurpose;
  readonly address?: string;
  readonly released?: true;
}

/** Proof that this process alone uses the data folder. What must never run twice asks for one. */
export interface DataDirLock {
  /** Absolute, with symbolic links resolved. */
  readonly dataDir: string;
  /** Tells a second start where the first one serves, as soon as it does. */
  announce(address: string): void;
  release(): void;
}

/** Thrown at the second start over the same folder. */
export class DataDirInUseError extends StartError {
  constructor(readonly holder: Pick<LockRecord, "pid" | "address" | "purpose">) {
    const where = holder.address === undefined ? "" : `, ${holder.address}`;
    super(`Wazi already runs on this data folder (process ${holder.pid}${where}). Stop it, or set another DATA_DIR.`);
  }
}

/**
 * Makes the data folder if need be and takes it for this process, or throws `DataDirInUseError`. A lock whose holder
 * is gone (killed, rebooted, its pid given to another program) counts for nothing.
 *
 * The lock is the highest-numbered file of `DATA_DIR/lock`. Taking it is to link a complete file under the next number,
 * which succeeds for one process only, and to see that no higher one has come meanwhile. Files below one's own are
 * deleted, the highest never is, not even at release: a number is never used twice, so a slow starter that still
 * believes in a stale lock can't take away a fresh one, as it could with a single file that is unlinked and made anew.
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
      rmSync(fileOf(folder, own), { force: true });
      continue;
    }
    for (const number of numbersIn(folder)) if (number < own) rmSync(fileOf(folder, number), { force: true });
    return {
      dataDir: realpathSync(dataDir),
      announce: (address) => replaceRecord(folder, own, { ...record, address }),
      release: () => replaceRecord(folder, own, { ...record, released: true }),
    };
  }
  throw new StartError(`The data folder ${resolve(dataDir)} could not be locked: too many starts at once. Try again.`);
}

function openLockFolder(dataDir: string): string {
  const folder = join(resolve(dataDir), LOCK_FOLDER);
  try {
    mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, `probe-${randomUUID()}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    throw unusableFolder(resolve(dataDir), error);
  }
  return folder;
}

function unusableFolder(folder: string, error: unknown): StartError {
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return new StartError(`The data folder ${folder} can't be used (${reason}). Set DATA_DIR to a folder of your own.`);
}

function isHeld(record: LockRecord): boolean {
  return record.released !== true && identifyProcess(record.pid) === record.startedAs;
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const match = lockFile.exec(name);
    return match?.[1] === undefined ? [] : [Number(match[1])];
  });
}

function highestNumber(folder: string): number {
  return Math.max(0, ...numbersIn(folder));
}

function fileOf(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(10, "0")}.json`);
}

/** `undefined` when the file is gone again, or torn by a power failure: then nobody holds it. */
function readRecord(folder: string, number: number): LockRecord | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder, number), "utf8")) as LockRecord;
  } catch {
    return undefined;
  }
}

/** Whether the number is now ours. A link shows the file whole or not at all, and never replaces one. */
function linkRecord(folder: string, number: number, record: LockRecord): boolean {
  const draft = writeDraft(folder, record);
  try {
    linkSync(draft, fileOf(folder, number));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw unusableFolder(folder, error); // a file system without hard links
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceRecord(folder: string, number: number, record: LockRecord): void {
  renameSync(writeDraft(folder, record), fileOf(folder, number));
}

function writeDraft(folder: string, record: LockRecord): string {
  const draft = join(folder, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  return draft;
}
