import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import type { LogSigner } from "./log-signer.ts";
import { type Cosign, LogRenewed, LogStopped, signCheckpoint } from "./sign-checkpoint.ts";
import {
  countLeaves,
  lockLog,
  readHashes,
  saveStopped,
  saveTiles,
  takeLeaves,
  type TileRow,
} from "../../record/api.ts";
import { HASH_BYTES, hashLeaf, hashNode, TILE_WIDTH } from "@wazi/proofs";

const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/**
 * Appends leaves to the log's tiles.
 * @param size the leaves that the log has
 * @param read reads the hashes that a tile has
 * @returns the tiles that change, from level 0 up
 */
async function appendHashes(
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

/** A leaf is in a signed checkpoint within 5 s: at most one round late, and a round takes less. */
const EVERY_MS = 1_000;
const LEAVES_AT_ONCE = 4_096;

/**
 * Gives waiting leaves their places and adds them to the tree, in one commit.
 * @returns how many; 0 also when another process is doing it
 */
export async function integrateLeaves(sql: Sql, most = LEAVES_AT_ONCE): Promise<number> {
  return sql.begin(async (tx) => {
    if (!(await lockLog(tx))) return 0;
    const size = await countLeaves(tx);
    const leaves = await takeLeaves(tx, size, most);
    if (leaves.length === 0) return 0;
    await saveTiles(tx, await appendHashes(size, leaves, (level, number) => readHashes(tx, level, number)));
    return leaves.length;
  });
}

/**
 * Integrates all waiting leaves, then signs.
 * @param signal ends it between two parts of a backlog, before anything is signed
 * @throws LogStopped
 */
export async function updateLog(sql: Sql, signer: LogSigner, cosign: Cosign, signal?: AbortSignal): Promise<void> {
  let isBehind = true;
  while (isBehind && signal?.aborted !== true) isBehind = (await integrateLeaves(sql)) === LEAVES_AT_ONCE;
  if (signal?.aborted !== true) await signCheckpoint(sql, signer, cosign);
}

/**
 * Keeps the log up to date until it is stopped. When what it would sign contradicts what was signed, it ends for good, and
 * says so in the log lines and on the status page.
 */
export function runLog(
  { sql, signer, cosign }: { sql: Sql; signer: LogSigner; cosign: Cosign },
  log: Pick<BaseLogger, "warn" | "error">,
): Running {
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      try {
        await updateLog(sql, signer, cosign, signal);
        return;
      } catch (error) {
        if (!(error instanceof LogStopped)) throw error;
        log.error(`the transparency log has stopped: ${error.message} (docs/explanation/proofs.md)`);
        if (!(error instanceof LogRenewed)) await saveStopped(sql, error.message).catch(() => undefined);
        return "never";
      }
    },
    failed: (error) => log.warn({ err: error }, "the transparency log could not be updated; it is tried again"),
  });
}
