import type { Queryable } from "../../platform/db/pool.ts";
import { nameRecoveryKey, type FactorVault } from "./factor-vault.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";
import { findRecoveryCodes, replaceRecoveryCodes } from "./store.ts";

/** Creates a new set of recovery codes in place of the former one. The codes are returned once and stored as hashes. */
export async function issueRecoveryCodes(
  tx: Queryable,
  factors: FactorVault,
  userId: string,
  now: Date,
): Promise<string[]> {
  const { codes, key } = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, {
    sealedKey: factors.seal(nameRecoveryKey(userId), key),
    hashes: codes.map((code) => hashRecoveryCode(key, code)),
    now,
  });
  return codes;
}

/** The codes that come with a user's first factor; null when there are codes already. */
export async function issueFirstRecoveryCodes(
  tx: Queryable,
  factors: FactorVault,
  userId: string,
  now: Date,
): Promise<string[] | null> {
  return (await findRecoveryCodes(tx, userId)) ? null : issueRecoveryCodes(tx, factors, userId, now);
}
