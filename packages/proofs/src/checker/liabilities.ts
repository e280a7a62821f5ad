import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, fromBase64, hash, le64, toHex } from "./bytes.ts";

/** The data that an investor checks a balance with: whole cents; hashes and the secret nonce in Base64. */
export interface BalanceProof extends Record<Amount | "day" | "snapshot" | "account" | "nonce", string> {
  leaves: { index: string; value: string; path: { digest: string; value: string }[] }[];
}
type Amount = "available" | "inPositions" | "held";

/** The logged result of a day; `root` is in hexadecimal. */
export type LiabilitiesLeaf = Record<"type" | "day" | "snapshot" | "root" | "total" | "leaves", string>;

/** @throws Error when the text is not a whole number of cents from 0 on */
function parseValue(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new Error("an amount in the tree is negative or not a number");
  return BigInt(text);
}

/**
 * Follows a balance to the logged root.
 * @throws Error that says which step fails
 */
export function checkBalance(proof: BalanceProof, logged: LiabilitiesLeaf): void {
  if (proof.day !== logged.day || proof.snapshot !== logged.snapshot) throw new Error("the proof is of another day");
  const owed = parseValue(proof.available) + parseValue(proof.inPositions) + parseValue(proof.held);
  if (proof.leaves.reduce((sum, { value }) => sum + parseValue(value), 0n) !== owed)
    throw new Error("the parts in the tree do not add up to the balance");
  if (new Set(proof.leaves.map(({ index }) => index)).size !== proof.leaves.length)
    throw new Error("a part is counted twice");
  // The snapshot's own nonce of an account, so that two days cannot be linked.
  const nonce = hash(fromBase64(proof.nonce), le64(BigInt(proof.snapshot)), le64(BigInt(proof.account)));
  for (const { index, value, path } of proof.leaves) {
    let [place, sum] = [parseValue(index), parseValue(value)];
    if (place >= parseValue(logged.leaves) || 1n << BigInt(path.length) !== parseValue(logged.leaves))
      throw new Error("a part is not a leaf of this tree");
    // The index binds a leaf to its place, so one leaf cannot stand for two accounts.
    let digest: Uint8Array = hmac(sha256, nonce, concatBytes(le64(sum), le64(place)));
    for (const each of path) {
      const [other, value] = [fromBase64(each.digest), parseValue(each.value)];
      const pair = [concatBytes(digest, le64(sum)), concatBytes(other, le64(value))];
      // A node binds both sums below it, not only their total (ePrint 2018/1139 shows what happens otherwise).
      digest = hash(...(place % 2n === 0n ? pair : pair.reverse()));
      [place, sum] = [place / 2n, sum + value];
    }
    if (toHex(digest) !== logged.root || sum !== parseValue(logged.total))
      throw new Error("the way up does not end at the published root");
  }
}
