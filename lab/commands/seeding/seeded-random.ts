/** The same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): bigint;
}

/** The mulberry32 generator: small, and good enough for made-up data and for tests with random steps. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, integer: (least, most) => BigInt(least + Math.floor(next() * (Math.floor(most) - least + 1))) };
}
