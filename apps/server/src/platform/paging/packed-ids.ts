/** The ids of many rows, 16 bytes each. A hundred thousand of them take 1.6 MB. */
export type PackedIds = Buffer;

const ID_BYTES = 16;

export const countIds = (ids: PackedIds): number => ids.byteLength / ID_BYTES;

/** Returns the first ids, up to `most`. */
export const takeIds = (ids: PackedIds, most: number): PackedIds => ids.subarray(0, most * ID_BYTES);

/** Yields the ids in batches, in order, as texts that PostgreSQL accepts as uuid. */
export function* splitIntoBatches(ids: PackedIds, size: number): Generator<string[]> {
  const count = countIds(ids);
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from);
    yield Array.from({ length }, (_, index) => textAt(ids, from + index));
  }
}

const textAt = (ids: PackedIds, index: number): string => ids.toString("hex", index * ID_BYTES, (index + 1) * ID_BYTES);
