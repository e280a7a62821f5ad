import type { Sql } from "../../platform/db/pool.ts";
import type { DocumentVault } from "./document-vault.ts";
import { hasVerification, listVerificationsAfter } from "./store.ts";

const PAGE = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

export interface RotationDeps {
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
