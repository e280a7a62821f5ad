import { createPasswordHasher, type PasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";

const hashes = new Map<string, string>();
const verified = new Map<string, boolean>();

/**
 * The product's hasher, which hashes a password and verifies it against a hash only once in each worker: most people in
 * tests have the same password, and hashing it was most of the work of a sign-up. Tests about passwords and sign-in
 * use the product's own.
 */
export function createRememberingHasher(): PasswordHasher {
  const hasher = createPasswordHasher();
  return {
    hash: (password) => recall(hashes, password, () => hasher.hash(password)),
    verify: (hash, password) => recall(verified, `${hash} ${password}`, () => hasher.verify(hash, password)),
  };
}

async function recall<T>(known: Map<string, T>, key: string, find: () => Promise<T>): Promise<T> {
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const found = await find();
  known.set(key, found);
  return found;
}
