import { isEqual } from "../bytes.ts";
import { hashLeaf, rootOf } from "../merkle.ts";
import { openCheckpoint, parseKey } from "../note.ts";

/** A leaf that says that the log goes on under another key. `oldCheckpoint` is the last one that the key before signed. */
export type RenewalLeaf = Record<"type" | "oldKey" | "oldCheckpoint" | "reason" | "at", string>;

/**
 * Finds where a log was begun anew with another key, and checks whether it still has all leaves of the log before.
 * @param leaves all leaves of the log
 * @returns a sentence for each renewal
 * @throws Error when the checkpoint of the log before is not signed with its key
 */
export function describeRenewals(leaves: readonly string[]): string[] {
  return leaves.flatMap((leaf, index) => {
    const { type, oldKey, oldCheckpoint, reason, at } = JSON.parse(leaf) as RenewalLeaf;
    if (type !== "renewal") return [];
    const { size, root } = openCheckpoint(oldCheckpoint, parseKey(oldKey));
    const isWhole = size <= index && isEqual(rootOf(leaves.slice(0, size).map(hashLeaf)), root);
    const has = isWhole
      ? `It has all ${size} leaves of the log before`
      : `It does NOT have the ${size} leaves of the log before`;
    return [`The log was begun anew at ${at}, as it says because: ${reason}\n${has}, whose key was ${oldKey}.`];
  });
}
