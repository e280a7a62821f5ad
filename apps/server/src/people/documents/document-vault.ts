import type { DocumentKeys } from "./document-keys.ts";
import type { DocumentStore } from "./document-files.ts";
import { hasKeyOf, isSealedWithNewest, openDocument, sealDocument } from "./seal-document.ts";

/** Encrypts documents before they reach the store, and decrypts them after. */
export interface DocumentVault {
  keep(id: string, content: Uint8Array): Promise<void>;
  /** Returns undefined when there is no such document. @throws Error when its key does not decrypt the file */
  read(id: string): Promise<Buffer | undefined>;
  forget(id: string): Promise<void>;
  /** False when the document was encrypted with a key that is not known. True when there is no such document. */
  hasKeyOf(id: string): Promise<boolean>;
  /** Re-encrypts with the newest key. Returns false when that is done already, or there is no such document. */
  renew(id: string): Promise<boolean>;
}

export function createDocumentVault(store: DocumentStore, keys: DocumentKeys): DocumentVault {
  return {
    keep: (id, content) => store.put(id, sealDocument(keys, id, content)),
    async read(id) {
      const sealed = await store.get(id);
      return sealed && openDocument(keys, id, sealed);
    },
    forget: (id) => store.delete(id),
    async hasKeyOf(id) {
      const sealed = await store.get(id);
      return sealed === undefined || hasKeyOf(keys, sealed);
    },
    async renew(id) {
      const sealed = await store.get(id);
      if (sealed === undefined || isSealedWithNewest(keys, sealed)) return false;
      await store.put(id, sealDocument(keys, id, openDocument(keys, id, sealed)));
      return true;
    },
  };
}
