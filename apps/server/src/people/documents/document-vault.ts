import type { DocumentKeys } from "./document-keys.ts";
import type { DocumentStore } from "./document-files.ts";
import { hasKeyOf, isSealedWithNewest, openDocument, sealDocument } from "./seal-document.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { deleteUserVerifications, hasVerification, listUserDocuments, listVerificationsAfter } from "./store.ts";

const PAGE = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

interface RotationDeps {
  sql: Sql;
  documents: DocumentVault;
}

/**
 * Re-encrypts every document that does not use the newest key yet. It can run while the server runs, and can be
 * repeated after an interruption.
 */
export async function rotateDocuments(deps: RotationDeps): Promise<{ renewed: number; seen: number }> {
  let renewed = 0;
  let seen = 0;
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const page: { id: string; documents: string[] }[] = await listVerificationsAfter(deps.sql, after, PAGE);
    for (const { id, documents } of page) {
      seen += documents.length;
      renewed += await renewAll(deps, id, documents);
    }
    after = page.at(-1)?.id;
  }
  return { renewed, seen };
}

async function renewAll({ sql, documents }: RotationDeps, verificationId: string, ids: string[]): Promise<number> {
  let renewed = 0;
  for (const id of ids) if (await documents.renew(id)) renewed += 1;
  // The owner may have been deleted between reading and writing.
  if (renewed > 0 && !(await hasVerification(sql, verificationId))) for (const id of ids) await documents.forget(id);
  return renewed;
}

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

/**
 * Deletes a user's identity documents and the data taken from them. Files are deleted before rows: after an
 * interruption, the rows still name the remaining files, and a second call finishes the work. The audit log keeps the
 * decisions and their actors, but no image.
 */
export async function deleteUserDocuments(
  deps: { sql: Queryable; documents: DocumentVault },
  userId: string,
): Promise<void> {
  for (const id of await listUserDocuments(deps.sql, userId)) await deps.documents.forget(id);
  await deleteUserVerifications(deps.sql, userId);
}
