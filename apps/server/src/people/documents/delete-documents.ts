import type { Queryable } from "../../platform/db/pool.ts";
import type { DocumentVault } from "./document-vault.ts";
import { deleteUserVerifications, listUserDocuments } from "./store.ts";

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
