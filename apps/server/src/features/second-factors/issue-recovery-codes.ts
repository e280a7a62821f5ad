import type { Queryable } from "../../db/pool.ts";
import { nameRecoveryKey, type FactorVault } from "../../core/second-factors/factor-vault.ts";
import { createRecoveryCodes, hashRecoveryCode } from "../../core/second-factors/recovery-codes.ts";
import { findRecoveryCodes, replaceRecoveryCodes } from "../../core/second-factors/store.ts";

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
