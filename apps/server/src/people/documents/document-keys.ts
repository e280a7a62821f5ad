import { createHash } from "node:crypto";

export const DOCUMENT_KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

interface DocumentKey {
  /** Part of every file that was encrypted with the key. It reveals nothing about the key. */
  readonly id: Buffer;
  readonly secret: Buffer;
}

/** The document keys: the first one encrypts, all of them decrypt. */
export interface DocumentKeys {
  readonly newest: DocumentKey;
  /** Also finds keys that another process has added since the start. */
  find(id: Uint8Array): DocumentKey | undefined;
}

/**
 * @param secrets 32 bytes each, the newest first, at least one
 * @param readAgain reads the current secrets; called when a file names an unknown key
 */
export function createDocumentKeys(secrets: readonly Buffer[], readAgain?: () => readonly Buffer[]): DocumentKeys {
  let keys = secrets.map(keyOf);
  const [newest] = keys;
  if (newest === undefined) throw new Error("No document key is set");
  const known = (id: Uint8Array): DocumentKey | undefined => keys.find((key) => key.id.equals(id));
  return {
    newest,
    find(id) {
      const found = known(id);
      if (found !== undefined || readAgain === undefined) return found;
      keys = readAgain().map(keyOf);
      return known(id);
    },
  };
}

function keyOf(secret: Buffer): DocumentKey {
  if (secret.length !== DOCUMENT_KEY_BYTES) throw new Error(`A document key must have ${DOCUMENT_KEY_BYTES} bytes`);
  const id = createHash("sha256").update("wazi document key id\0").update(secret).digest().subarray(0, KEY_ID_BYTES);
  return { id, secret };
}
