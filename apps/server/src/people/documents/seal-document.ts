import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { KEY_ID_BYTES, type DocumentKeys } from "./document-keys.ts";

/**
 * Format of a sealed file: this mark, the key's id (8 bytes), a random nonce (12), the ciphertext, the tag (16). It
 * uses AES-256-GCM (NIST SP 800-38D). The mark, the key id and the document's id are authenticated too, so a file that
 * was swapped, cut or changed does not open.
 */
const mark = Buffer.from("WZD1");
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = mark.length + KEY_ID_BYTES;

export function sealDocument(keys: DocumentKeys, documentId: string, content: Uint8Array): Buffer {
  const { id, secret } = keys.newest;
  const header = Buffer.concat([mark, id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([header, Buffer.from(documentId)]));
  return Buffer.concat([header, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the key is unknown, or the file was not sealed with this id or has changed */
export function openDocument(keys: DocumentKeys, documentId: string, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  const keyId = header.subarray(mark.length);
  if (sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || !header.subarray(0, mark.length).equals(mark)) {
    throw new Error(`Document ${documentId} is not a sealed file`);
  }
  const key = keys.find(keyId);
  if (key === undefined)
    throw new Error(`Document ${documentId} needs the key ${keyId.toString("hex")}, which is missing`);
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([header, Buffer.from(documentId)]));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** True when the file is sealed with the key that new files use. */
export function isSealedWithNewest(keys: DocumentKeys, sealed: Buffer): boolean {
  return sealed.subarray(mark.length, HEADER_BYTES).equals(keys.newest.id);
}

/** True when the key of the file, or of its first bytes, is known. */
export function hasKeyOf(keys: DocumentKeys, sealed: Buffer): boolean {
  return keys.find(sealed.subarray(mark.length, HEADER_BYTES)) !== undefined;
}
