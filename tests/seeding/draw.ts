import { createSeededRandom, type Random } from "../harness/seeded-random.ts";

/** What a plan is drawn with: the same seed gives the same plan. */
export interface Draw {
  /** True in so many cases of a hundred. */
  happens(percent: number): boolean;
  one<Item>(items: readonly Item[]): Item;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** 0 up to, and without, 1. */
  fraction(): number;
  /** Mostly below the mean, now and then far above it. */
  aroundMean(mean: number): number;
  uuid(): string;
  /** Characters of an alphabet. */
  text(alphabet: string, length: number): string;
  shuffled<Item>(items: readonly Item[]): Item[];
}

const DIGITS16 = "0123456789abcdef";

export function createDraw(seed: number): Draw {
  const random: Random = createSeededRandom(seed);
  const whole = (least: number, most: number): number => Number(random.whole(least, most));
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[whole(0, alphabet.length - 1)]).join("");
  return {
    happens: (percent) => random.next() * 100 < percent,
    one: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError("nothing to choose from");
      return item;
    },
    whole,
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
