import type { Sql } from "../../platform/db/pool.ts";
import { nameAuthenticator, nameRecoveryKey, type FactorVault } from "./factor-vault.ts";
import { listSealedSecrets, updateSealedSecret } from "./store.ts";

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
