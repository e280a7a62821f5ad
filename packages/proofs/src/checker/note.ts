import { ed25519 } from "@noble/curves/ed25519.js";
import { fromBase64, hash, isEqual, toBase64, toBytes, toHex } from "./bytes.ts";
import { HASH_BYTES } from "./merkle.ts";

/** Kinds of signature of a note (c2sp.org/signed-note): of the log itself, and of a witness with the time. */
export const LOG_SIGNATURE = 1;
export const WITNESS_SIGNATURE = 4;
const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;

export type NoteKey = { name: string; kind: number; publicKey: Uint8Array };

/** A checkpoint of a log (c2sp.org/tlog-checkpoint). `body` is the signed text, with its last line break. */
export type Checkpoint = ReturnType<typeof parseCheckpoint>;
export type TreeHead = Pick<Checkpoint, "size" | "root">;

export const keyIdOf = ({ name, kind, publicKey }: NoteKey): Uint8Array =>
  hash(toBytes(`${name}\n`), Uint8Array.of(kind), publicKey).slice(0, KEY_ID_BYTES);

/** A public key in the form of signed notes: name+id+key. */
export const formatKey = (key: NoteKey): string =>
  `${key.name}+${toHex(keyIdOf(key))}+${toBase64(Uint8Array.of(key.kind, ...key.publicKey))}`;

/** @throws Error when the text is not a public key */
export function parseKey(text: string): NoteKey {
  const [, name = "", encoded = ""] = /^([^\s+]+)\+[0-9a-f]{8}\+(\S+)$/.exec(text.trim()) ?? [];
  const [kind = 0, ...publicKey] = fromBase64(encoded);
  const key = { name, kind, publicKey: Uint8Array.from(publicKey) };
  if (publicKey.length !== HASH_BYTES || formatKey(key) !== text.trim()) throw new Error("not a public key of a log");
  return key;
}

/** The text that a key signs. A witness signs the time as well, in seconds (c2sp.org/tlog-cosignature). */
export const toSigned = (body: string, { kind }: Pick<NoteKey, "kind">, time: bigint): Uint8Array =>
  toBytes(kind === WITNESS_SIGNATURE ? `cosignature/v1\ntime ${time}\n${body}` : body);

/**
 * Checks one signature line of a note.
 * @returns the time of a witness's signature in seconds, 0 of a log's; null when the line is of another key
 * @throws Error when the signature is wrong
 */
export function checkSignature(body: string, line: string, key: NoteKey): bigint | null {
  const [, name, encoded = ""] = /^— (\S+) (\S+)$/.exec(line.trim()) ?? [];
  const bytes = name === key.name ? fromBase64(encoded) : new Uint8Array();
  if (!isEqual(bytes.slice(0, KEY_ID_BYTES), keyIdOf(key))) return null;
  const isTimed = key.kind === WITNESS_SIGNATURE;
  const rest = bytes.slice(KEY_ID_BYTES);
  const time = isTimed ? new DataView(rest.buffer).getBigUint64(0) : 0n;
  if (!ed25519.verify(rest.slice(isTimed ? TIME_BYTES : 0), toSigned(body, key, time), key.publicKey))
    throw new Error(`the signature of ${key.name} is wrong`);
  return time;
}

/** Reads a signed checkpoint without checking its signatures. */
export function parseCheckpoint(note: string) {
  const end = note.lastIndexOf("\n\n");
  const body = note.slice(0, end + 1);
  const [origin = "", size = "", root = ""] = body.split("\n");
  if (end < 0 || !/^(0|[1-9]\d{0,14})$/.test(size)) throw new Error("not a checkpoint");
  const signatures: readonly string[] = note.slice(end + 2).match(/^— .*\n/gm) ?? [];
  return { origin, size: Number(size), root: fromBase64(root), body, signatures };
}

/** @throws Error when the note is not a checkpoint of this key's log, or its signature is wrong */
export function openCheckpoint(note: string, key: NoteKey): Checkpoint {
  const checkpoint = parseCheckpoint(note);
  const isSigned = checkpoint.signatures.some((line) => checkSignature(checkpoint.body, line, key) !== null);
  if (!isSigned || checkpoint.origin !== key.name) throw new Error("the checkpoint is not signed by this log");
  return checkpoint;
}
