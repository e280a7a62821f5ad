import type { DocumentKeys } from "./document-keys.ts";
import type { DocumentStore } from "./document-store.ts";
import { isSealedWithNewest, openDocument, sealDocument } from "./seal-document.ts";

/** Documents as the product knows them: what reaches the store is always encrypted. */
export interface DocumentVault {
  keep(id: string, content: Uint8Array): Promise<void>;
  /** Undefined where there is none. @throws Error for a file that its key does not open */
  read(id: string): Promise<Buffer | undefined>;
  forget(id: string): Promise<void>;
  /** Encrypts it anew with the newest key. False where that was done before, or there is no such document. */
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
    async renew(id) {
      const sealed = await store.get(id);
      if (sealed === undefined || isSealedWithNewest(keys, sealed)) return false;
      await store.put(id, sealDocument(keys, id, openDocument(keys, id, sealed)));
      return true;
    },
  };
}
