import { createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import { keyIdOf, toBase64, toSigned, WITNESS_SIGNATURE, type Checkpoint, type NoteKey } from "../checker/index.ts";

const TIME_BYTES = 8;

const KEY_BYTES = 32;
/** The bytes before the 32 of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_START = Buffer.from("302e020100300506032b657004220420", "hex");

/** @throws Error when the secret has not 32 bytes */
function toPrivateKey(secret: Uint8Array): KeyObject {
  if (secret.length !== KEY_BYTES) throw new Error(`An Ed25519 key has ${KEY_BYTES} bytes, not ${secret.length}.`);
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: "der", type: "pkcs8" });
}

/** The Ed25519 public key of a secret one. @throws Error when the secret has not 32 bytes */
export function derivePublicKey(secret: Uint8Array): Uint8Array {
  const spki = createPublicKey(toPrivateKey(secret)).export({ format: "der", type: "spki" });
  return new Uint8Array(spki.subarray(-KEY_BYTES));
}

/** The text of a checkpoint, to be signed (c2sp.org/tlog-checkpoint). */
export const formatCheckpoint = (origin: string, { size, root }: Pick<Checkpoint, "size" | "root">): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** A signature line of a note (c2sp.org/signed-note). A witness's has the time, in seconds. */
export function signNote(body: string, key: Omit<NoteKey, "publicKey">, secret: Uint8Array, time = 0n): string {
  const timeBytes = new Uint8Array(key.kind === WITNESS_SIGNATURE ? TIME_BYTES : 0);
  if (timeBytes.length > 0) new DataView(timeBytes.buffer).setBigUint64(0, time);
  const signature = sign(null, toSigned(body, key, time), toPrivateKey(secret));
  const id = keyIdOf({ ...key, publicKey: derivePublicKey(secret) });
  return `— ${key.name} ${toBase64(Uint8Array.of(...id, ...timeBytes, ...signature))}\n`;
}
