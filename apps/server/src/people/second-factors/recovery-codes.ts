import { createHmac, randomBytes } from "node:crypto";
import { RECOVERY_CODE_COUNT } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { type FactorVault, nameRecoveryKey } from "./factor-vault.ts";
import { findRecoveryCodes, replaceRecoveryCodes } from "./store.ts";

/** Crockford's base 32 has no look-alike letters. The low five bits of a random byte choose evenly among them. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 60 bits in three groups, short enough to write down. */
const GROUPS = 3;

const GROUP_LENGTH = 4;

const KEY_BYTES = 32;

const createCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from(randomBytes(GROUP_LENGTH), (byte) => LETTERS[byte & 31]).join(""),
  ).join("-");

/** Creates ten different codes such as 7KQ2-M0XA-9TRD, and the secret key of their hashes. */
export function createRecoveryCodes(): { codes: string[]; key: Buffer } {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(createCode());
  return { codes: [...codes], key: randomBytes(KEY_BYTES) };
}

/**
 * The stored form of a code. The key is encrypted at rest, so a copy of the database alone does not allow trying codes.
 * Blanks, hyphens, letter case and look-alike letters do not matter.
 */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHmac("sha256", key).update(plain).digest();
}

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
