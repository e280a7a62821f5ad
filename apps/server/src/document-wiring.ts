import { join } from "node:path";
import { openDocumentBucket } from "./adapters/document-bucket.ts";
import { openDocumentFolder } from "./adapters/document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "./adapters/document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "./core/documents/document-keys.ts";
import { createDocumentVault, type DocumentVault } from "./core/documents/document-vault.ts";
import { createFactorVault, type FactorVault } from "./core/second-factors/factor-vault.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the vault of identity documents in the configured store, with the keys of the settings or of the data folder. */
export function openDocuments(settings: Pick<Settings, "dataDir" | "documents">): DocumentVault {
  const { dataDir, documents } = settings;
  const store =
    documents.store.kind === "s3"
      ? openDocumentBucket(documents.store)
      : openDocumentFolder(join(dataDir, "documents"));
  return createDocumentVault(store, openDocumentKeys(settings));
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
