import { LogTree, parseCheckpoint, toBase64 } from "@wazi/proofs";
import type { Queryable } from "../../platform/db/pool.ts";
import { readTilesOf } from "./sign-checkpoint.ts";
import { readLogState, type PlacedLeaf } from "../../record/api.ts";

/** The newest signed checkpoint of the log with its size; null before the first. */
export async function readSignedLog(sql: Queryable): Promise<{ key: string; checkpoint: string; size: number } | null> {
  const state = await readLogState(sql);
  if (!state?.checkpoint) return null;
  return { key: state.publicKey, checkpoint: state.checkpoint, size: parseCheckpoint(state.checkpoint).size };
}

/** Leaves with the tiles that a checker reads to prove them: Base64 by path. */
export async function proveLeaves(
  sql: Queryable,
  size: number,
  leaves: readonly PlacedLeaf[],
): Promise<{ leaves: { index: number; leaf: string }[]; tiles: Record<string, string> }> {
  const tiles: Record<string, string> = {};
  const read = readTilesOf(sql);
  const tree = new LogTree(size, async (path) => {
    const tile = await read(path);
    tiles[path] = toBase64(tile);
    return tile;
  });
  for (const { position } of leaves) await tree.pathOf(position);
  return { leaves: leaves.map(({ position, leaf }) => ({ index: position, leaf })), tiles };
}
