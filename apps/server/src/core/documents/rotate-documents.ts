import type { Sql } from "../../db/pool.ts";
import type { DocumentVault } from "./document-vault.ts";
import { hasVerification, listVerificationsAfter } from "./store.ts";

const PAGE = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

export interface RotationDeps {
  sql: Sql;
  documents: DocumentVault;
}

/**
 * Encrypts every document anew with the newest key; those that have it are left alone. May run beside the server, and again
 * after it broke off.
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
  // Its owner may have been erased between reading and writing.
  if (renewed > 0 && !(await hasVerification(sql, verificationId))) for (const id of ids) await documents.forget(id);
  return renewed;
}
