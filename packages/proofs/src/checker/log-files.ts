import { fromBase64, isEqual } from "./bytes.ts";
import { formatTilePath, hashLeaf, LogTree, rootOf, rootOfPath, TILE_WIDTH, type ReadTile } from "./merkle.ts";
import { openCheckpoint, parseKey, type TreeHead } from "./note.ts";

/** Leaves of a log with what proves that they are in it: a signed checkpoint, and tiles by their paths. */
export type LoggedLeaves = { checkpoint: string; leaves: LoggedLeaf[]; tiles: Record<string, string> };
type LoggedLeaf = { index: number; leaf: string };

/** Reads files of a log at an address such as https://wazi.example/log. */
export function readFromWeb(base: string): ReadTile {
  return async (path) => {
    const answer = await fetch(`${base.replace(/\/$/, "")}/${path}`).catch(() => null);
    if (!answer?.ok) throw new Error(`${base}/${path} ${answer ? `answered ${answer.status}` : "did not answer"}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
}

/** Reads tiles that came with a file, as Base64 by their paths. A missing one is empty, and so too short. */
export function readFromFile(tiles: Readonly<Record<string, string>>): ReadTile {
  return (path) => Promise.resolve(fromBase64(tiles[path] ?? ""));
}

/**
 * Checks that all leaves are in the signed log.
 * @param key the log's public key, from a place that you trust
 * @throws Error that says what is wrong
 */
export async function checkLeaves(logged: LoggedLeaves, key: string, read = readFromFile(logged.tiles)) {
  const checkpoint = openCheckpoint(logged.checkpoint, parseKey(key));
  const tree = new LogTree(checkpoint.size, read);
  for (const { index, leaf } of logged.leaves) {
    const root = rootOfPath(hashLeaf(leaf), index, checkpoint.size, await tree.pathOf(index));
    if (root === null || !isEqual(root, checkpoint.root)) throw new Error(`leaf ${index} is not in the log`);
  }
  return checkpoint;
}

/** The leaves of an entry bundle: each after its length in two bytes. */
export function parseBundle(bytes: Uint8Array): string[] {
  const leaves: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + 2;
    at = start + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (at > bytes.length) throw new Error("an entry bundle is cut off");
    leaves.push(new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, at)));
  }
  return leaves;
}

/**
 * Reads every leaf of a log and computes its root again.
 * @param earlier a checkpoint that the log must continue
 * @throws Error when a root is another one
 */
export async function readWholeLog(checkpoint: TreeHead, read: ReadTile, earlier?: TreeHead): Promise<string[]> {
  const leaves: string[] = [];
  for (let number = 0; leaves.length < checkpoint.size; number += 1) {
    const bundle = parseBundle(await read(formatTilePath("entries", number, checkpoint.size) ?? ""));
    if (bundle.length !== Math.min(TILE_WIDTH, checkpoint.size - leaves.length)) throw new Error("a short bundle");
    leaves.push(...bundle);
  }
  const hashes = leaves.map(hashLeaf);
  if (!isEqual(rootOf(hashes), checkpoint.root)) throw new Error("the leaves do not give the signed root");
  if (earlier && (earlier.size > hashes.length || !isEqual(rootOf(hashes, 0, earlier.size), earlier.root)))
    throw new Error("the log does not continue the earlier one");
  return leaves;
}
