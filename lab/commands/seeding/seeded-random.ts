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

/** Random choices for a plan. The same seed gives the same plan. */
export interface Draw {
  /** True in `percent` of 100 calls, on average. */
  happens(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A number of the exponential distribution: usually below the mean, sometimes far above it. */
  aroundMean(mean: number): number;
  uuid(): string;
  /** A text of `length` characters of the alphabet. */
  text(alphabet: string, length: number): string;
  shuffled<Item>(items: readonly Item[]): Item[];
}

const DIGITS16 = "0123456789abcdef";

export function createDraw(seed: number): Draw {
  const random: Random = createSeededRandom(seed);
  const whole = (least: number, most: number): number => Number(random.integer(least, most));
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[whole(0, alphabet.length - 1)]).join("");
  return {
    happens: (percent) => random.next() * 100 < percent,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError("there are no items to pick from");
      return item;
    },
    integer: whole,
    fraction: () => random.next(),
    aroundMean: (mean) => -Math.log(1 - random.next()) * mean,
    uuid: () =>
      [8, 4, 4, 4, 12]
        .map((length) => text(DIGITS16, length))
        .join("-")
        .replace(/^(.{14})./, "$14")
        .replace(/^(.{19})./, "$18"),
    text,
    shuffled: (items) => {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = whole(0, last);
        [mixed[last], mixed[other]] = [mixed[other] as (typeof mixed)[number], mixed[last] as (typeof mixed)[number]];
      }
      return mixed;
    },
  };
}
