import { join } from "node:path";
import { openDocumentBucket } from "./adapters/document-bucket.ts";
import { openDocumentFolder } from "./adapters/document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "./adapters/document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "./core/documents/document-keys.ts";
import { createDocumentVault, type DocumentVault } from "./core/documents/document-vault.ts";
import type { Settings } from "./settings/settings.ts";

/** Identity documents where the settings say, encrypted with the keys that they give or that the data folder keeps. */
export function openDocuments(settings: Pick<Settings, "dataDir" | "documents">): DocumentVault {
  const { dataDir, documents } = settings;
  const store =
    documents.store.kind === "s3"
      ? openDocumentBucket(documents.store)
      : openDocumentFolder(join(dataDir, "documents"));
  return createDocumentVault(store, openKeys(dataDir, documents.keys));
}

/** Keys of the environment come first. Those of the data folder, where there are any, still open what they have sealed. */
function openKeys(dataDir: string, given: readonly Buffer[]): DocumentKeys {
  const readAll = (): Buffer[] => [...given, ...readDocumentKeyFile(dataDir)];
  return createDocumentKeys(given.length > 0 ? readAll() : ensureDocumentKeyFile(dataDir), readAll);
}
