import { join } from "node:path";
import { openDocumentBucket } from "./adapters/document-bucket.ts";
import { openDocumentFolder } from "./adapters/document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "./adapters/document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "./core/documents/document-keys.ts";
import { createDocumentVault, type DocumentVault } from "./core/documents/document-vault.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the vault of identity documents in the configured store, with the keys of the settings or of the data folder. */
export function openDocuments(settings: Pick<Settings, "dataDir" | "documents">): DocumentVault {
  const { dataDir, documents } = settings;
  const store =
    documents.store.kind === "s3"
      ? openDocumentBucket(documents.store)
      : openDocumentFolder(join(dataDir, "documents"));
  return createDocumentVault(store, openKeys(dataDir, documents.keys));
}

/** Keys from the environment come first. Keys in the data folder can still decrypt older documents. */
function openKeys(dataDir: string, given: readonly Buffer[]): DocumentKeys {
  const readAll = (): Buffer[] => [...given, ...readDocumentKeyFile(dataDir)];
  return createDocumentKeys(given.length > 0 ? readAll() : ensureDocumentKeyFile(dataDir), readAll);
}
