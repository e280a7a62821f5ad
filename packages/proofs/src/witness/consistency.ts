import { hashNode, isEqual, splitPoint, type LogTree, type TreeHead } from "../checker/index.ts";

/** RFC 6962, 2.1.2: proves that this tree begins with all leaves of the tree of `earlier` leaves. */
export async function proveConsistency(
  tree: LogTree,
  earlier: number,
  [start, end] = [0, tree.size],
  isRoot = true,
): Promise<Uint8Array[]> {
  if (earlier === 0 || earlier === end - start) return isRoot ? [] : [await tree.rangeHash(start, end)];
  const half = splitPoint(end - start);
  const middle = start + half;
  return earlier <= half
    ? [...(await proveConsistency(tree, earlier, [start, middle], isRoot)), await tree.rangeHash(middle, end)]
    : [...(await proveConsistency(tree, earlier - half, [middle, end], false)), await tree.rangeHash(start, middle)];
}

/**
 * RFC 9162, 2.1.4.2: true if the later tree begins with all leaves of the earlier one. Every tree begins with an empty one, which
 * proves nothing, so that is false.
 */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (earlier.size === 0 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && isEqual(earlier.root, later.root);
  let [at, last] = [earlier.size - 1, later.size - 1];
  for (; at % 2 === 1; at = Math.floor(at / 2)) last = Math.floor(last / 2);
  const [first, ...rest] = at === 0 ? [earlier.root, ...proof] : proof;
  if (first === undefined) return false;
  let [before, after] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = [hashNode(beside, before), hashNode(beside, after)];
      for (; at % 2 === 0 && at !== 0; at /= 2) last = Math.floor(last / 2);
    } else after = hashNode(after, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isEqual(before, earlier.root) && isEqual(after, later.root);
}
