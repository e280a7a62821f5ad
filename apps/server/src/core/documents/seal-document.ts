import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyIdBytes, type DocumentKeys } from "./document-keys.ts";

/**
 * A sealed file is: this mark, the key's id (8 bytes), a random nonce (12), the ciphertext, the tag (16). AES-256-GCM
 * (NIST SP 800-38D); mark, key id and the document's id are authenticated with it, so that a file that was put in another's
 * place, cut or changed does not open.
 */
const mark = Buffer.from("WZD1");
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = mark.length + keyIdBytes;

export function sealDocument(keys: DocumentKeys, documentId: string, content: Uint8Array): Buffer {
  const { id, secret } = keys.newest;
  const header = Buffer.concat([mark, id]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([header, Buffer.from(documentId)]));
  return Buffer.concat([header, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the key is not known, or the file is not what was sealed under this id */
export function openDocument(keys: DocumentKeys, documentId: string, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, headerBytes);
  const keyId = header.subarray(mark.length);
  if (sealed.length < headerBytes + nonceBytes + tagBytes || !header.subarray(0, mark.length).equals(mark)) {
    throw new Error(`Document ${documentId} is not a sealed file`);
  }
  const key = keys.find(keyId);
  if (key === undefined)
    throw new Error(`Document ${documentId} needs the key ${keyId.toString("hex")}, which is missing`);
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", key.secret, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.concat([header, Buffer.from(documentId)]));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(headerBytes + nonceBytes, -tagBytes)), decipher.final()]);
}

/** Whether new files are still sealed with the same key. */
export function isSealedWithNewest(keys: DocumentKeys, sealed: Buffer): boolean {
  return sealed.subarray(mark.length, headerBytes).equals(keys.newest.id);
}
