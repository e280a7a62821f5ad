import type { Queryable } from "../../db/pool.ts";
import type { DocumentVault } from "./document-vault.ts";
import { deleteUserVerifications, listUserDocuments } from "./store.ts";

/**
 * Erases a user's identity documents and what was written down from them. The files go first: where that breaks off, the
 * rows still name what is left, and the same call again finishes it. The audit log keeps who decided what, and no image.
 */
export async function deleteUserDocuments(
  deps: { sql: Queryable; documents: DocumentVault },
  userId: string,
): Promise<void> {
  for (const id of await listUserDocuments(deps.sql, userId)) await deps.documents.forget(id);
  await deleteUserVerifications(deps.sql, userId);
}
