import { join } from "node:path";
import { openDocumentBucket } from "./document-bucket.ts";
import { openDocumentFolder } from "./document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "./document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "./document-keys.ts";
import type { DocumentStore } from "./document-files.ts";
import { createDocumentVault, type DocumentVault } from "./document-vault.ts";
import { findNewestDocument } from "./store.ts";
import { createFactorVault, type FactorVault } from "../second-factors/factor-vault.ts";
import { listSealedHeaders } from "../second-factors/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { DocumentSettings } from "../settings.ts";
import { createLinkSigner, type LinkSigner } from "../identity/signed-links.ts";

interface Settings {
  dataDir: string;
  documents: DocumentSettings;
}

/** Opens the vault of identity documents in the configured store, with the keys of the settings or of the data folder. */
export function openDocuments(settings: Settings): DocumentVault {
  return createDocumentVault(openDocumentStore(settings), openDocumentKeys(settings));
}

/** Opens the store of the encrypted documents, for backups, which copy them as they are. */
export function openDocumentStore({ dataDir, documents }: Settings): DocumentStore {
  return documents.store.kind === "s3"
    ? openDocumentBucket(documents.store)
    : openDocumentFolder(join(dataDir, "documents"));
}

/** Opens the vault of second factors, whose keys are derived from the same keys as those of the documents. */
export function openFactors(settings: Settings): FactorVault {
  const { secrets, readAgain } = readKeys(settings.dataDir, settings.documents.keys);
  return createFactorVault(secrets, readAgain);
}

/** Opens the keys of the identity documents, which also sign the links in mails. */
function openDocumentKeys({ dataDir, documents }: Settings): DocumentKeys {
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
async function checkDocumentKeys(
  sql: Queryable,
  { documents, factors }: { documents: DocumentVault; factors: FactorVault },
  { documentKeyLost }: { documentKeyLost: "on" | "off" },
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

/** Signs the links in mails with the keys of the identity documents. */
export const openLinkSigner = (settings: Settings): LinkSigner => createLinkSigner(openDocumentKeys(settings));

/** Opens what is encrypted, and checks that the keys fit the database. A process that only trades reads no documents. */
export async function openVaults(
  sql: Queryable,
  settings: Settings & { role: string; documentKeyLost: "on" | "off" },
): Promise<{ documents: DocumentVault; factors: FactorVault }> {
  const vaults = { documents: openDocuments(settings), factors: openFactors(settings) };
  if (settings.role !== "trader") await checkDocumentKeys(sql, vaults, settings);
  return vaults;
}
