import { hkdfSync } from "node:crypto";
import { createDocumentKeys, DOCUMENT_KEY_BYTES, type DocumentKeys } from "../documents/document-keys.ts";
import { hasKeyOf, isSealedWithNewest, openDocument, sealDocument } from "../documents/seal-document.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { listSealedSecrets, updateSealedSecret } from "./store.ts";

/** Encrypts the secrets of second factors before they reach the database. */
export interface FactorVault {
  /** @param name what the secret is and whose, so that one row's secret does not open in another row */
  seal(name: string, secret: Uint8Array): Buffer;
  /** @throws Error when the key is missing, or the secret was not sealed under this name */
  open(name: string, sealed: Buffer): Buffer;
  isSealedWithNewest(sealed: Buffer): boolean;
  /** False when a secret, of which the first bytes are enough, was sealed with a key that is not known. */
  hasKeyOf(sealed: Buffer): boolean;
}

/** Separates these keys from those of the documents, which come from the same secrets. */
const KEY_PURPOSE = "wazi second factors";

/**
 * @param secrets the document keys of the installation, the newest first; the keys here are derived from them (HKDF,
 * RFC 5869)
 * @param readAgain reads the current secrets; called when a secret names an unknown key
 */
export function createFactorVault(secrets: readonly Buffer[], readAgain?: () => readonly Buffer[]): FactorVault {
  const derive = (given: readonly Buffer[]): Buffer[] => given.map(deriveKey);
  const keys: DocumentKeys = createDocumentKeys(derive(secrets), readAgain && (() => derive(readAgain())));
  return {
    seal: (name, secret) => sealDocument(keys, name, secret),
    open: (name, sealed) => openDocument(keys, name, sealed),
    isSealedWithNewest: (sealed) => isSealedWithNewest(keys, sealed),
    hasKeyOf: (sealed) => hasKeyOf(keys, sealed),
  };
}

const deriveKey = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), KEY_PURPOSE, DOCUMENT_KEY_BYTES));

export const nameAuthenticator = (userId: string): string => `authenticator:${userId}`;
export const nameRecoveryKey = (userId: string): string => `recovery-codes:${userId}`;

const PAGE = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const tables = [
  { table: "authenticator_apps", nameOf: nameAuthenticator },
  { table: "recovery_code_sets", nameOf: nameRecoveryKey },
] as const;

/** Encrypts every secret of a second factor again that does not use the newest key. @returns how many were */
export async function rotateFactorKeys({ sql, factors }: { sql: Sql; factors: FactorVault }): Promise<number> {
  let renewed = 0;
  for (const { table, nameOf } of tables) {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const page: { userId: string; sealed: Buffer }[] = await listSealedSecrets(sql, table, after, PAGE);
      for (const row of page.filter(({ sealed }) => !factors.isSealedWithNewest(sealed))) {
        const name = nameOf(row.userId);
        await updateSealedSecret(sql, table, row, factors.seal(name, factors.open(name, row.sealed)));
        renewed += 1;
      }
      after = page.at(-1)?.userId;
    }
  }
  return renewed;
}
