import { hash, toBytes } from "./bytes.ts";

export const HASH_BYTES = 32;
/** Hashes in a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

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
  if (end - start <= 1) return (end > start ? hashes[start] : null) ?? hash();
  const middle = start + splitPoint(end - start);
  return hashNode(rootOf(hashes, start, middle), rootOf(hashes, middle, end));
}

/**
 * The root that a leaf at this place of a tree gives with the hashes beside its way up: it is the signed one only if the leaf is
 * really there (RFC 6962, 2.1.1).
 * @returns null when the tree has no such place, or the proof is not of its length
 */
export function rootOfPath(leaf: Uint8Array, at: number, size: number, path: readonly Uint8Array[]): Uint8Array | null {
  const beside = path.at(-1);
  if (leaf.length !== HASH_BYTES || at < 0 || at >= size || (size === 1) !== (beside === undefined)) return null;
  if (beside === undefined) return leaf;
  const [half, rest] = [splitPoint(size), path.slice(0, -1)];
  const below = at < half ? rootOfPath(leaf, at, half, rest) : rootOfPath(leaf, at - half, size - half, rest);
  return below && (at < half ? hashNode(below, beside) : hashNode(beside, below));
}

/** The Merkle tree of a log of `size` leaves, from its tiles. Each tile is read once. */
export class LogTree {
  readonly size: number;
  private readonly readTile: ReadTile;
  /** Tiles by their paths, and hashes of ranges by their ends. */
  private readonly known = new Map<string, Promise<Uint8Array>>();

  constructor(size: number, readTile: ReadTile) {
    this.size = size;
    this.readTile = readTile;
  }

  root(): Promise<Uint8Array> {
    return this.size === 0 ? Promise.resolve(hash()) : this.rangeHash(0, this.size);
  }

  /** The hashes beside the way from a leaf up to the root, the lowest first. */
  async pathOf(index: number, start = 0, end = this.size): Promise<Uint8Array[]> {
    if (end - start <= 1) return [];
    const middle = start + splitPoint(end - start);
    return index < middle
      ? [...(await this.pathOf(index, start, middle)), await this.rangeHash(middle, end)]
      : [...(await this.pathOf(index, middle, end)), await this.rangeHash(start, middle)];
  }

  /** The Merkle tree hash of the leaves from `start` to before `end`. Each is computed once. */
  rangeHash(start: number, end: number): Promise<Uint8Array> {
    const key = `${start}-${end}`;
    const range = this.known.get(key) ?? this.computeRange(start, end);
    this.known.set(key, range);
    return range;
  }

  private async computeRange(start: number, end: number): Promise<Uint8Array> {
    const level = Math.log2(end - start) / Math.log2(TILE_WIDTH);
    if (Number.isInteger(level) && start % (end - start) === 0) return this.tileHash(level, start / (end - start));
    const middle = start + splitPoint(end - start);
    return hashNode(await this.rangeHash(start, middle), await this.rangeHash(middle, end));
  }

  private async tileHash(level: number, index: number): Promise<Uint8Array> {
    const path = formatTilePath(level, Math.floor(index / TILE_WIDTH), this.size) ?? "";
    const tile = this.known.get(path) ?? this.readTile(path);
    this.known.set(path, tile);
    const from = (index % TILE_WIDTH) * HASH_BYTES;
    const found = (await tile).slice(from, from + HASH_BYTES);
    if (found.length !== HASH_BYTES) throw new Error(`${path} is too short`);
    return found;
  }
}
