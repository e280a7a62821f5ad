import { HASH_BYTES, hashLeaf, hashNode, TILE_WIDTH } from "@wazi/proofs";
import type { TileRow } from "../../record/api.ts";

const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/**
 * Appends leaves to the log's tiles.
 * @param size the leaves that the log has
 * @param read reads the hashes that a tile has
 * @returns the tiles that change, from level 0 up
 */
export async function appendHashes(
  size: number,
  leaves: readonly string[],
  read: (level: number, number: number) => Promise<Uint8Array>,
): Promise<TileRow[]> {
  const changed: TileRow[] = [];
  let added = joinHashes(leaves.map(hashLeaf));
  let start = size;
  for (let level = 0; added.length > 0; level += 1) {
    const first = Math.floor(start / TILE_WIDTH);
    const before = start % TILE_WIDTH === 0 ? new Uint8Array() : await read(level, first);
    if (before.length !== (start % TILE_WIDTH) * HASH_BYTES) throw new Error(`tile ${level}/${first} is incomplete`);
    const all = joinHashes([before, added]);
    const roots: Uint8Array[] = [];
    for (let from = 0; from < all.length; from += TILE_BYTES) {
      const hashes = all.slice(from, from + TILE_BYTES);
      changed.push({ level, number: first + from / TILE_BYTES, hashes });
      if (hashes.length === TILE_BYTES) roots.push(hashFullTile(hashes));
    }
    added = joinHashes(roots);
    start = first;
  }
  return changed;
}

function joinHashes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function hashFullTile(tile: Uint8Array): Uint8Array {
  let nodes = Array.from({ length: TILE_WIDTH }, (_, index) =>
    tile.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  while (nodes.length > 1) {
    const pairs = nodes;
    nodes = Array.from({ length: pairs.length / 2 }, (_, index) => {
      const [left, right] = [pairs[2 * index], pairs[2 * index + 1]];
      if (!left || !right) throw new Error("a tile has pairs");
      return hashNode(left, right);
    });
  }
  return nodes[0] ?? new Uint8Array();
}
