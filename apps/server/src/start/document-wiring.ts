import { join } from "node:path";
import { openDocumentBucket } from "../people/documents/document-bucket.ts";
import { openDocumentFolder } from "../people/documents/document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "../people/documents/document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "../people/documents/document-keys.ts";
import type { DocumentStore } from "../people/documents/document-files.ts";
import { createDocumentVault, type DocumentVault } from "../people/documents/document-vault.ts";
import { findNewestDocument } from "../people/documents/store.ts";
import { createFactorVault, type FactorVault } from "../people/second-factors/factor-vault.ts";
import { listSealedHeaders } from "../people/second-factors/store.ts";
import type { Queryable } from "../platform/db/pool.ts";
import { StartError } from "../platform/process/start-error.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the vault of identity documents in the configured store, with the keys of the settings or of the data folder. */
export function openDocuments(settings: Pick<Settings, "dataDir" | "documents">): DocumentVault {
  return createDocumentVault(openDocumentStore(settings), openDocumentKeys(settings));
}

/** Opens the store of the encrypted documents, for backups, which copy them as they are. */
export function openDocumentStore({ dataDir, documents }: Pick<Settings, "dataDir" | "documents">): DocumentStore {
  return documents.store.kind === "s3"
    ? openDocumentBucket(documents.store)
    : openDocumentFolder(join(dataDir, "documents"));
}

/** Opens the vault of second factors, whose keys are derived from the same keys as those of the documents. */
export function openFactors(settings: Pick<Settings, "dataDir" | "documents">): FactorVault {
  const { secrets, readAgain } = readKeys(settings.dataDir, settings.documents.keys);
  return createFactorVault(secrets, readAgain);
}

/** Opens the keys of the identity documents, which also sign the links in mails. */
export function openDocumentKeys({ dataDir, documents }: Pick<Settings, "dataDir" | "documents">): DocumentKeys {
  const { secrets, readAgain } = readKeys(dataDir, documents.keys);
  return createDocumentKeys(secrets, readAgain);
}

/** Keys from the environment come first. Keys in the data folder can still decrypt older documents. */
function readKeys(dataDir: string, given: readonly Buffer[]): { secrets: Buffer[]; readAgain: () => Buffer[] } {
  const readAgain = (): Buffer[] => [...given, ...readDocumentKeyFile(dataDir)];
  return { secrets: given.length > 0 ? readAgain() : ensureDocumentKeyFile(dataDir), readAgain };
}

/**
 * Checks that the document keys are those of this database: with other keys, second factors would be refused and new
 * documents would get a key that the backups of the old ones do not have.
 * @throws StartError unless DOCUMENT_KEY_LOST is on
 */
export async function checkDocumentKeys(
  sql: Queryable,
  { documents, factors }: { documents: DocumentVault; factors: FactorVault },
  { documentKeyLost }: Pick<Settings, "documentKeyLost">,
): Promise<void> {
  if (documentKeyLost === "on") return;
  const newest = await findNewestDocument(sql);
  const fits =
    (await listSealedHeaders(sql)).every((header) => factors.hasKeyOf(header)) &&
    (newest === undefined || (await documents.hasKeyOf(newest)));
  if (fits) return;
  throw new StartError(
    "DOCUMENT_KEY: this database was used with another key. Set that key, or put back keys/documents.key in DATA_DIR. If it is lost for ever, set DOCUMENT_KEY_LOST=on.",
  );
}
