import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { formatMonth } from "../evidence/parse-monthly-columns.ts";
import { PART_FILES, type PartTexts } from "./part-returns.ts";

/** Months of made files: from 1953-04 to 2022-12, as far as the records need. */
const FIRST_MONTH = 1953 * 12 + 3;
const MONTHS = 2023 * 12 - FIRST_MONTH;

interface MadeMonth {
  readonly price: number;
  readonly dividend: number;
  readonly gold: number;
  readonly bill: number;
  readonly bond: number;
}

/**
 * The four files with random prices and rates. With `noiseAfter` (a month since year 0) everything after that month is other
 * random data, as if the future had been another.
 */
export function makePartTexts(seed: string, noiseAfter = Infinity): PartTexts {
  const known = walkMonths(seedRandom(seed, "months"));
  const noise = walkMonths(seedRandom(`${seed} noise`, "months"));
  const months = known.map((month, index) => (FIRST_MONTH + index > noiseAfter ? (noise[index] as MadeMonth) : month));
  const write = (header: string, toCells: (month: MadeMonth) => readonly number[]): string => {
    const rows = months.map((month, index) => {
      return [`${formatMonth(FIRST_MONTH + index)}-01`, ...toCells(month).map((cell) => cell.toFixed(6))].join(",");
    });
    return [header, ...rows, ""].join("\n");
  };
  return {
    shares: write("month,price,dividend_year,cpi", ({ price, dividend }) => [price, dividend, 1]),
    gold: write("month,price", ({ gold }) => [gold]),
    bills: write("month,annual_rate_percent", ({ bill }) => [bill]),
    bonds: write("month,annual_rate_percent", ({ bond }) => [bond]),
  };
}

function walkMonths(random: ReturnType<typeof seedRandom>): MadeMonth[] {
  let [price, gold] = [100, 100];
  return Array.from({ length: MONTHS }, () => {
    price *= Math.exp(0.005 + 0.04 * nextBellShaped(random));
    gold *= Math.exp(0.004 + 0.05 * nextBellShaped(random));
    const rate = 4 + nextBellShaped(random) / 4;
    return { price, dividend: price * 0.03, gold, bill: rate, bond: rate + 1 + nextBellShaped(random) / 4 };
  });
}

/** The four files of a folder, by a function that reads one of them. */
export function readPartTexts(read: (fileName: string) => string): PartTexts {
  return Object.fromEntries(Object.entries(PART_FILES).map(([part, fileName]) => [part, read(fileName)])) as PartTexts;
}
