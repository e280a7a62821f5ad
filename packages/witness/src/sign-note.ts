import { ed25519 } from "@noble/curves/ed25519.js";
import { keyIdOf, toBase64, toSigned, WITNESS_SIGNATURE, type Checkpoint, type NoteKey } from "@wazi/checker";

const TIME_BYTES = 8;

/** The Ed25519 public key of a secret one. */
export const derivePublicKey = (secret: Uint8Array): Uint8Array => ed25519.getPublicKey(secret);

/** The text of a checkpoint, to be signed (c2sp.org/tlog-checkpoint). */
export const formatCheckpoint = (origin: string, { size, root }: Pick<Checkpoint, "size" | "root">): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** A signature line of a note (c2sp.org/signed-note). A witness's has the time, in seconds. */
export function signNote(body: string, key: Omit<NoteKey, "publicKey">, secret: Uint8Array, time = 0n): string {
  const timeBytes = new Uint8Array(key.kind === WITNESS_SIGNATURE ? TIME_BYTES : 0);
  if (timeBytes.length > 0) new DataView(timeBytes.buffer).setBigUint64(0, time);
  const signature = ed25519.sign(toSigned(body, key, time), secret);
  const id = keyIdOf({ ...key, publicKey: derivePublicKey(secret) });
  return `— ${key.name} ${toBase64(Uint8Array.of(...id, ...timeBytes, ...signature))}\n`;
}
