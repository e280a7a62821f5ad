import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSignature,
  formatKey,
  fromBase64,
  HASH_BYTES,
  LOG_SIGNATURE,
  parseKey,
  toBase64,
  toHex,
} from "@wazi/proofs";
import { derivePublicKey, signNote } from "@wazi/proofs/witness";
import { hashManifest, type Manifest } from "../../platform/backup/backup-format.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { createFolder } from "../../platform/process/create-folder.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { createOnce } from "../log/log-signer.ts";
import { computeRoots, type Roots } from "./compare-roots.ts";

/**
 * A seal says what a backup was when it was written: the hashes of its tables and documents, the root of the public log and that
 * of the audit entries. It is a signed note (c2sp.org/signed-note) with a key that is in no backup.
 */
export interface Seal extends Roots {
  /** The public key, as the seal itself says it. */
  key: string;
  /** When the backup was written. */
  createdAt: string;
  /** The hash of its manifest. */
  manifest: string;
  /** "rows hash" of each table and of the documents, by name. */
  parts: ReadonlyMap<string, string>;
}

const KEY_FILE = join("keys", "backup.key");
const NAME_BYTES = 4;
/** Its name in a seal is no name of a table. */
const DOCUMENTS = "documents of investors";

interface KeySettings {
  dataDir: string;
  /** The setting BACKUP_KEY; undefined keeps a key in the data folder. */
  backupKey: string | undefined;
}

/** The secret key that signs this installation's backups; null when there is none yet. It is never copied. */
function readSecret({ dataDir, backupKey }: KeySettings): Uint8Array | null {
  const file = join(dataDir, KEY_FILE);
  if (backupKey === undefined && !existsSync(file)) return null;
  const secret = fromBase64(backupKey ?? readFileSync(file, "utf8").trim());
  if (secret.length !== HASH_BYTES) throw new StartError(`${file} is not 32 bytes in Base64.`);
  return secret;
}

/** The public key of this installation's backups in the form of signed notes; null before its first backup. */
export function readOwnBackupKey(settings: KeySettings): string | null {
  const secret = readSecret(settings);
  return secret && formatBackupKey(secret);
}

function formatBackupKey(secret: Uint8Array): string {
  const publicKey = derivePublicKey(secret);
  return formatKey({ name: `wazi/backup/${toHex(publicKey.slice(0, NAME_BYTES))}`, kind: LOG_SIGNATURE, publicKey });
}

/** Signs what a manifest says, and what the log is in the same snapshot. The first backup makes the key. */
export async function sealBackup(sql: Queryable, manifest: Manifest, settings: KeySettings): Promise<string> {
  const { log, audit } = await computeRoots(sql);
  return signLines(settings, `backup ${manifest.createdAt}`, [
    `manifest ${hashManifest(manifest)}`,
    `log ${log.size} ${log.root}`,
    `audit ${audit.count} ${audit.root}`,
    ...Array.from(listParts(manifest), ([part, content]) => `part ${content} ${part}`),
  ]);
}

/** Signs the checksum of a month of the archive. */
export const signMonth = (sha256: string, settings: KeySettings): string =>
  signLines(settings, `archive ${sha256}`, []);

/** @returns true if a month of the archive is signed with one of the keys, not only with the one that it names itself */
export function isMonthSigned(signature: string | null, sha256: string, keys: readonly string[]): boolean {
  if (signature === null) return false;
  const { key, body } = openNote(signature);
  if (!body.includes(`\narchive ${sha256}\n`)) throw new StartError("The signature is of another archive.");
  return isOneOf(key, keys);
}

function signLines(settings: KeySettings, title: string, lines: readonly string[]): string {
  if (readSecret(settings) === null) {
    createFolder(join(settings.dataDir, "keys"));
    createOnce(join(settings.dataDir, KEY_FILE), `${toBase64(randomBytes(HASH_BYTES))}\n`);
  }
  const secret = readSecret(settings) ?? new Uint8Array();
  const key = formatBackupKey(secret);
  const { name } = parseKey(key);
  const body = `${[name, title, `key ${key}`, ...lines].join("\n")}\n`;
  return `${body}\n${signNote(body, { name, kind: LOG_SIGNATURE }, secret)}`;
}

/** @throws StartError when the signature is not that of the key that the note names */
function openNote(text: string): { key: string; body: string } {
  const end = text.lastIndexOf("\n\n") + 1;
  const body = text.slice(0, end);
  const [, key = ""] = /^key (\S+)$/m.exec(body) ?? [];
  try {
    if (checkSignature(body, text.slice(end + 1), parseKey(key)) === null) throw new Error("it is not signed");
  } catch (error) {
    throw new StartError(`The signature is wrong: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return { key, body };
}

/** @throws StartError when the key is another than the given one */
function isOneOf(key: string, keys: readonly string[]): boolean {
  const given = keys.filter((each) => parseKey(each).name.startsWith("wazi/backup/"));
  if (given.length > 0 && !given.includes(key))
    throw new StartError(`It is signed with another key (${key}) than the one that was given.`);
  return given.length > 0;
}

function listParts({ tables, documents }: Manifest): Map<string, string> {
  const parts = new Map(tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));
  const hash = createHash("sha256");
  for (const { id, sha256 } of documents) hash.update(`${id} ${sha256}\n`);
  return parts.set(DOCUMENTS, `${documents.length} ${hash.digest("hex")}`);
}

/** True for the text of a seal, and false for a checkpoint of a log. */
export const isSeal = (text: string): boolean => /^.*\nbackup /.test(text);

/**
 * Reads a seal and checks its signature.
 * @param keys public keys from a place that you trust
 * @returns the seal, and true if it is signed with one of the keys, not only with the one that it names itself
 * @throws StartError when it is damaged, or signed with another key than the given one
 */
export function openSeal(text: string, keys: readonly string[]): { seal: Seal; isKeyGiven: boolean } {
  const seal = parseSeal(text);
  return { seal, isKeyGiven: isOneOf(seal.key, keys) };
}

function parseSeal(text: string): Seal {
  const { key, body } = openNote(text);
  const read = (pattern: RegExp): string[] => {
    const found = pattern.exec(body);
    if (!found) throw new StartError("The signature is not that of a backup.");
    return found.slice(1);
  };
  const [createdAt = ""] = read(/^backup (\S+)$/m);
  const [manifest = ""] = read(/^manifest ([0-9a-f]{64})$/m);
  const [size, root = ""] = read(/^log (\d+) (\S+)$/m);
  const [count, chain = ""] = read(/^audit (\d+) ([0-9a-f]{64})$/m);
  const parts = body.matchAll(/^part (\d+ [0-9a-f]{64}) (.+)$/gm);
  return {
    ...{ key, createdAt, manifest },
    log: { size: Number(size), root },
    audit: { count: Number(count), root: chain },
    parts: new Map(Array.from(parts, ([, content = "", name = ""]) => [name, content])),
  };
}

/** Names what differs between a backup's manifest and a seal of it. */
export function compareManifest(manifest: Manifest, seal: Seal): string[] {
  if (hashManifest(manifest) === seal.manifest) return [];
  const parts = listParts(manifest);
  const differing = [...new Set([...parts.keys(), ...seal.parts.keys()])].flatMap((name) => {
    const [here, signed] = [parts.get(name), seal.parts.get(name)];
    const [rows, expected] = [here, signed].map((content) => content?.split(" ")[0] ?? "0");
    const how = rows === expected ? `another content of its ${rows} rows` : `${rows} rows and not ${expected}`;
    return here === signed ? [] : [`${name} is not what was signed: ${how}`];
  });
  return differing.length > 0 ? differing : ["backup.json is not what was signed"];
}
