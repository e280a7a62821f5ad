import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fromBase64, isEqual, LogTree, openCheckpoint, parseKey, toHex } from "@wazi/proofs";
import { derivePublicKey } from "@wazi/proofs/witness";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import {
  insertAuditEvent,
  appendLeaf,
  countLeaves,
  lockLog,
  readLogState,
  replacePublicKey,
  type LogState,
} from "../../record/api.ts";
import {
  CHECKPOINT_FILE,
  formatLogKey,
  getLogKeyPath,
  openLogSigner,
  readOrMakeKey,
  type LogSettings,
} from "./log-signer.ts";
import { updateLog } from "./run-log.ts";
import { readTilesOf } from "./sign-checkpoint.ts";

export interface Renewal {
  oldKey: string;
  newKey: string;
  /** The leaves that the old key has signed. */
  oldSize: number;
  /** True when the database still has all of them, so that the log goes on where it was. */
  isWhole: boolean;
}

/**
 * Begins the log anew with another key: because the old one is lost, or because the log has stopped for good. All leaves that the
 * database has stay. The next one names the old key, its last checkpoint and the reason, so that everybody sees the change.
 * @param reason is published
 * @throws StartError when the log can go on as it is, or has signed nothing yet
 */
export async function renewLog(sql: Sql, settings: LogSettings, reason: string): Promise<Renewal> {
  const state = await readLogState(sql);
  if (!state) throw new StartError("The log has no key yet. Start Wazi once.");
  const last = findLastCheckpoint(settings.dataDir, state);
  if (last === null) throw new StartError("The log has signed nothing yet. Use a new database.");
  const newKey = chooseNewKey(settings, state);
  const isWhole = await sql.begin(async (tx) => {
    if (!(await lockLog(tx))) throw new StartError("Another process works on the log. Try again in a minute.");
    const found = await hasAll(tx, last);
    const oldKey = state.publicKey;
    await appendLeaf(tx, "renewal", "log", { oldKey, oldCheckpoint: last.note, reason, at: new Date().toISOString() });
    const event = { actorId: null, action: "log.renew", subjectType: "log", subjectId: parseKey(oldKey).name };
    await insertAuditEvent(tx, { ...event, after: { newKey, reason, isWhole: found }, address: null });
    await replacePublicKey(tx, newKey);
    return found;
  });
  setAside(join(settings.dataDir, CHECKPOINT_FILE), state.publicKey);
  const signer = await openLogSigner(sql, settings);
  if (signer) await updateLog(sql, signer, (note) => Promise.resolve(note));
  return { oldKey: state.publicKey, newKey, oldSize: last.size, isWhole };
}

interface LastCheckpoint {
  note: string;
  size: number;
  root: Uint8Array;
}

/** The newest checkpoint that the old key signed, in the data folder or in the database; null without one. */
function findLastCheckpoint(dataDir: string, { publicKey, checkpoint }: LogState): LastCheckpoint | null {
  const file = join(dataDir, CHECKPOINT_FILE);
  const kept = existsSync(file) ? readFileSync(file, "utf8") : null;
  // A data folder may have a checkpoint of another log.
  const isOwn = kept !== null && kept.startsWith(`${parseKey(publicKey).name}\n`);
  const notes = [checkpoint, isOwn ? kept : null].filter((note) => note !== null);
  const opened = notes.map((note) => ({ note, ...openCheckpoint(note, parseKey(publicKey)) }));
  return opened.sort((one, other) => one.size - other.size).at(-1) ?? null;
}

async function hasAll(tx: Queryable, { size, root }: LastCheckpoint): Promise<boolean> {
  return size <= (await countLeaves(tx)) && isEqual(await new LogTree(size, readTilesOf(tx)).root(), root);
}

/**
 * The new public key, of LOG_KEY or of the data folder. The old one's file is set aside, and a new one made.
 * @throws StartError when the old key is here and can go on
 */
function chooseNewKey({ dataDir, logKey, publicOrigin }: LogSettings, { publicKey, stopped }: LogState): string {
  const isOld = (secret: string): boolean =>
    toHex(derivePublicKey(fromBase64(secret))) === toHex(parseKey(publicKey).publicKey);
  const file = getLogKeyPath(dataDir);
  const known = logKey ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : undefined);
  if (known !== undefined && isOld(known)) {
    if (stopped === null)
      throw new StartError("The log has its key here, and has not stopped. There is no reason to begin it anew.");
    if (logKey !== undefined) throw new StartError("LOG_KEY is the old key. Set another one: 32 bytes in Base64.");
    setAside(file, publicKey);
  }
  return formatLogKey(fromBase64(logKey ?? readOrMakeKey(dataDir)), publicOrigin);
}

/** Keeps a file of the old key under another name. */
function setAside(file: string, oldKey: string): void {
  if (existsSync(file)) renameSync(file, `${file}.${oldKey.split("+")[1]}`);
}
