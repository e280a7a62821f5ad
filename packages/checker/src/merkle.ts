import { fromBase64, hash, toBytes } from "./bytes.ts";

export const HASH_BYTES = 32;
/** Hashes in a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** The hash of a leaf and of an inner node (RFC 6962, 2.1). */
export const hashLeaf = (leaf: string): Uint8Array => hash(Uint8Array.of(0), toBytes(leaf));
export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => hash(Uint8Array.of(1), left, right);

/** Reads the tile at a path such as "tile/0/x001/234.p/7": 32 bytes for each of its hashes. */
export type ReadTile = (path: string) => Promise<Uint8Array>;

/** The path of a tile or of an entry bundle (`level` is "entries") in a tree of `size` leaves; null if it is empty. */
export function formatTilePath(level: number | "entries", number: number, size: number): string | null {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  const width = Math.min(hashes - number * TILE_WIDTH, TILE_WIDTH);
  if (width <= 0) return null;
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, "0");
  const parts = digits.match(/\d{3}/g)?.map((part, index, all) => (index < all.length - 1 ? `x${part}` : part));
  return `tile/${level}/${parts?.join("/")}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/** The largest power of two below `count`. */
export const splitPoint = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);

/** The root of a tree with these leaf hashes, without tiles. */
export function rootOf(hashes: readonly Uint8Array[], start = 0, end = hashes.length): Uint8Array {
  if (end - start <= 1) return hashes[start] ?? hash();
  const middle = start + splitPoint(end - start);
  return hashNode(rootOf(hashes, start, middle), rootOf(hashes, middle, end));
}

/** The Merkle tree of a log of `size` leaves, from its tiles. Each tile is read once. */
export class LogTree {
  private readonly tiles = new Map<string, Promise<Uint8Array>>();
  private readonly ranges = new Map<string, Promise<Uint8Array>>();

  constructor(
    readonly size: number,
    private readonly readTile: ReadTile,
  ) {}

  root(): Promise<Uint8Array> {
    return this.size === 0 ? Promise.resolve(hash()) : this.rangeHash(0, this.size);
  }

  /** The root if this leaf is at this place: it is the signed one only if the leaf is really there (RFC 6962, 2.1.1). */
  async rootWith(leaf: Uint8Array, index: number, start = 0, end = this.size): Promise<Uint8Array> {
    if (index < start || index >= end) throw new Error(`there is no leaf ${index}`);
    if (end - start === 1) return leaf;
    const middle = start + splitPoint(end - start);
    return index < middle
      ? hashNode(await this.rootWith(leaf, index, start, middle), await this.rangeHash(middle, end))
      : hashNode(await this.rangeHash(start, middle), await this.rootWith(leaf, index, middle, end));
  }

  /** The Merkle tree hash of the leaves from `start` to before `end`. Each is computed once. */
  rangeHash(start: number, end: number): Promise<Uint8Array> {
    const key = `${start}-${end}`;
    const range = this.ranges.get(key) ?? this.computeRange(start, end);
    this.ranges.set(key, range);
    return range;
  }

  private async computeRange(start: number, end: number): Promise<Uint8Array> {
    const level = Math.log2(end - start) / TILE_HEIGHT;
    if (Number.isInteger(level) && start % (end - start) === 0) return this.tileHash(level, start / (end - start));
    const middle = start + splitPoint(end - start);
    return hashNode(await this.rangeHash(start, middle), await this.rangeHash(middle, end));
  }

  private async tileHash(level: number, index: number): Promise<Uint8Array> {
    const path = formatTilePath(level, Math.floor(index / TILE_WIDTH), this.size) ?? "";
    const tile = this.tiles.get(path) ?? this.readTile(path);
    this.tiles.set(path, tile);
    const from = (index % TILE_WIDTH) * HASH_BYTES;
    const found = (await tile).slice(from, from + HASH_BYTES);
    if (found.length !== HASH_BYTES) throw new Error(`${path} is too short`);
    return found;
  }
}

/** Reads tiles that came with a file, as Base64 by their paths. A missing one is empty, and so too short. */
export const readFromFile =
  (tiles: Readonly<Record<string, string>>): ReadTile =>
  (path) =>
    Promise.resolve(fromBase64(tiles[path] ?? ""));
