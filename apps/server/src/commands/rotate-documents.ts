import { addDocumentKey } from "../people/documents/document-key-file.ts";
import { rotateDocuments } from "../people/documents/document-vault.ts";
import type { Sql } from "../platform/db/pool.ts";
import { rotateFactorKeys } from "../people/second-factors/factor-vault.ts";
import { openDocuments, openFactors } from "../people/documents/open-vaults.ts";
import { answerHelp, readOptions, reportFailure } from "../platform/process/command-line.ts";
import { StartError } from "../platform/process/start-error.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- rotate-documents [--new-key]

Encrypts all identity documents and the secrets of second factors again with the newest key. Runs alone, or beside a running instance on the same DATA_DIR
or DATABASE_URL.

  --new-key  first adds a key to the data folder; not allowed when DOCUMENT_KEY is set`;

async function rotate(sql: Sql, settings: Settings): Promise<string> {
  const { renewed, seen } = await rotateDocuments({ sql, documents: openDocuments(settings) });
  const secrets = await rotateFactorKeys({ sql, factors: openFactors(settings) });
  return (
    `Encrypted ${renewed} of ${seen} documents again. All documents now use the newest key.\n` +
    `Encrypted ${secrets} secrets of second factors again.`
  );
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const { "new-key": addsKey } = readOptions({ options: { "new-key": { type: "boolean" } } }).values;
  const settings = readSettings(process.env);
  if (addsKey === true) {
    if (settings.documents.keys.length > 0) {
      throw new StartError(
        "--new-key is not allowed when DOCUMENT_KEY is set. Put the new key in DOCUMENT_KEY and the former one in DOCUMENT_KEYS_OLD.",
      );
    }
    addDocumentKey(settings.dataDir);
  }
  await runOnDatabase(settings, "rotate-documents", (sql) => rotate(sql, settings));
}

main().catch(reportFailure);
