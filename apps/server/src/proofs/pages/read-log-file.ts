import { HASH_BYTES, TILE_WIDTH } from "@wazi/proofs";
import type { Queryable } from "../../platform/db/pool.ts";
import { readHashes, readLeaves } from "../../record/api.ts";

/** c2sp.org/tlog-tiles: level or "entries", number in groups of three digits, and the width of a partial tile. */
const FILE = /^tile\/(entries|[0-7])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const LENGTH_BYTES = 2;

/** Reads a tile or an entry bundle; null when the log does not have it (yet). */
export async function readLogFile(sql: Queryable, path: string): Promise<Buffer | null> {
  const [found, level = "", digits = "", partial] = FILE.exec(path) ?? [];
  const width = Number(partial ?? TILE_WIDTH);
  const number = Number(digits.replaceAll(/[x/]/g, ""));
  const isPadded = /^x000\//.test(digits);
  if (found === undefined || isPadded || width > TILE_WIDTH || (partial !== undefined && width === TILE_WIDTH))
    return null;
  if (level === "entries") {
    const leaves = await readLeaves(sql, number * TILE_WIDTH, number * TILE_WIDTH + width);
    return leaves.length === width ? Buffer.concat(leaves.map(toEntry)) : null;
  }
  const hashes = await readHashes(sql, Number(level), number);
  return hashes.length >= width * HASH_BYTES ? Buffer.from(hashes.subarray(0, width * HASH_BYTES)) : null;
}

function toEntry(leaf: string): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(Buffer.byteLength(leaf));
  return Buffer.concat([length, Buffer.from(leaf)]);
}
