/** The same seed gives the same numbers. */
export interface Random {
  /** 0 up to, and without, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): bigint;
}

/** mulberry32: small and good enough to walk a model about. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, whole: (least, most) => BigInt(least + Math.floor(next() * (Math.floor(most) - least + 1))) };
}
