import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatKey, HASH_BYTES, LOG_SIGNATURE, parseKey, toBase64, fromBase64, toHex } from "@wazi/proofs";
import { derivePublicKey } from "@wazi/proofs/witness";
import type { Queryable } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { writeSynced } from "../../platform/process/write-synced.ts";
import { readLogState, recordPublicKey } from "../../record/api.ts";

const KEY_FILE = join("keys", "log.key");

/** The file of the log's key, in Base64. */
export function getLogKeyPath(dataDir: string): string {
  return join(dataDir, KEY_FILE);
}

export const CHECKPOINT_FILE = "log-checkpoint";
const NAME_BYTES = 4;

/** Signs checkpoints. `secret` is an Ed25519 key. */
export interface LogSigner {
  origin: string;
  /** In the form of signed notes. */
  publicKey: string;
  secret: Uint8Array;
  dataDir: string;
}

export interface LogSettings {
  dataDir: string;
  /** The setting LOG_KEY; undefined keeps a key in the data folder. */
  logKey: string | undefined;
  /** The address of the site; undefined in a demo without one. */
  publicOrigin: string | undefined;
}

/**
 * Opens the log's key. The first start makes it and records its public part in the database.
 * @returns null in a data folder without the key: another process signs
 * @throws StartError when LOG_KEY is not the key of this database's log
 */
export async function openLogSigner(sql: Queryable, settings: LogSettings): Promise<LogSigner | null> {
  const { dataDir, logKey, publicOrigin } = settings;
  const hasBegun = (await readLogState(sql)) !== null;
  if (logKey === undefined && hasBegun && !existsSync(getLogKeyPath(dataDir))) return null;
  const secret = fromBase64(logKey ?? readOrMakeKey(dataDir));
  if (secret.length !== HASH_BYTES) throw new StartError("The log's key is not 32 bytes in Base64.");
  const publicKey = derivePublicKey(secret);
  const recorded = await recordPublicKey(sql, formatLogKey(secret, publicOrigin));
  const known = parseKey(recorded);
  if (toHex(known.publicKey) === toHex(publicKey)) return { origin: known.name, publicKey: recorded, secret, dataDir };
  if (logKey !== undefined)
    throw new StartError(`LOG_KEY: the transparency log of this database is signed with another key (${recorded}).`);
  // Another process recorded its key between the two reads.
  if (!hasBegun) rmSync(getLogKeyPath(dataDir), { force: true });
  return null;
}

/** The public key of a log in the form of signed notes. Its name has the site and the key. */
export function formatLogKey(secret: Uint8Array, publicOrigin: string | undefined): string {
  const publicKey = derivePublicKey(secret);
  const host = publicOrigin === undefined ? "wazi.invalid" : new URL(publicOrigin).host;
  return formatKey({ name: `${host}/log/${toHex(publicKey.slice(0, NAME_BYTES))}`, kind: LOG_SIGNATURE, publicKey });
}

/** The key of the data folder, which is made when there is none. Processes that share the folder get the same key. */
export function readOrMakeKey(dataDir: string): string {
  const file = getLogKeyPath(dataDir);
  if (!existsSync(file)) createOnce(file, `${toBase64(randomBytes(HASH_BYTES))}\n`);
  return readFileSync(file, "utf8").trim();
}

/** Copies the key of a backup into a data folder. @throws StartError when the folder has another one */
export function restoreLogKey(dataDir: string, from: string): void {
  const file = getLogKeyPath(dataDir);
  const key = readFileSync(from, "utf8");
  if (!existsSync(file)) replaceFile(file, key);
  else if (readFileSync(file, "utf8").trim() !== key.trim())
    throw new StartError(`${file} is another key than ${from}. Restore into a new DATA_DIR, or move that file away.`);
}

/** The last checkpoint that was signed here, kept outside the database; null before the first. */
export function readKeptCheckpoint({ dataDir }: LogSigner): string | null {
  const file = join(dataDir, CHECKPOINT_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Keeps a checkpoint on the disk before it is published. */
export function keepCheckpoint({ dataDir }: LogSigner, checkpoint: string): void {
  replaceFile(join(dataDir, CHECKPOINT_FILE), checkpoint);
}

/** A crash leaves the file as it was or as it is to be. */
function replaceFile(file: string, text: string): void {
  renameSync(writeDraft(file, text), file);
}

/** Writes a file unless another process has written it meanwhile. No process ever sees a part of it. */
export function createOnce(file: string, text: string): void {
  const draft = writeDraft(file, text);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}

/** Processes that share a data folder must not write the same draft. */
function writeDraft(file: string, text: string): string {
  const draft = `${file}.${randomUUID()}.new`;
  writeSynced(draft, text);
  return draft;
}
