import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { createBlockDraws, SharpeDraws } from "./block-bootstrap.ts";
import { chooseBlockLength, chooseReturnBlockLength } from "./block-length.ts";
import { bootstrapIntervals, testSharpe } from "./bootstrap-intervals.ts";
import { drawGarch, drawInAndOut, type ReturnProcess } from "./coverage-fixtures.ts";
import { computeDeepestFall, computeMoments } from "./return-moments.ts";
import { computeSharpeError } from "./sharpe-tests.ts";

const folder = new URL("./second-opinion/", import.meta.url);
const readColumn = (file: string): Float64Array =>
  Float64Array.from(readFileSync(new URL(file, folder), "utf8").trim().split("\n").slice(1), Number);

/** An autoregressive series of first order with this coefficient. */
function drawAutoregressive(coefficient: number, count: number, seed = "ar"): Float64Array {
  const random = seedRandom(seed, String(coefficient));
  let last = 0;
  return Float64Array.from({ length: count }, () => (last = coefficient * last + nextBellShaped(random)));
}

describe("block length", () => {
  it.each([0.3, 0.6, 0.8])(
    "is near the theoretical one of an autoregressive series with coefficient %s",
    (coefficient) => {
      // R(k) = c^|k|: G = Σ |k| R(k) = 2c/(1−c)², g = Σ R(k) = (1+c)/(1−c); the length is (G/g)^(2/3) n^(1/3).
      const count = 20_000;
      const ratio = (2 * coefficient) / ((1 - coefficient) * (1 + coefficient));
      const theoretical = ratio ** (2 / 3) * count ** (1 / 3);
      const chosen = chooseBlockLength(drawAutoregressive(coefficient, count));
      expect(chosen / theoretical).toBeGreaterThan(0.8);
      expect(chosen / theoretical).toBeLessThan(1.25);
    },
  );

  it("is short without memory and 1 without variation", () => {
    expect(chooseBlockLength(drawAutoregressive(0, 5_000))).toBeLessThan(4);
    expect(chooseBlockLength(new Float64Array(100))).toBe(1);
  });

  it("follows the memory of the returns' sizes as well", () => {
    const calm = drawAutoregressive(0, 4_000);
    const stormy = calm.map((each, day) => each * (Math.floor(day / 200) % 2 === 0 ? 1 : 4));
    expect(chooseReturnBlockLength(stormy)).toBeGreaterThan(20);
  });

  it("of returns leaves at least ten blocks and is no shorter than the cube root of their number", () => {
    const calm = drawAutoregressive(0, 1_000);
    expect(chooseReturnBlockLength(calm)).toBeGreaterThanOrEqual(10);
    expect(chooseReturnBlockLength(calm.map((each, day) => each * (day < 500 ? 1 : 9)))).toBeLessThanOrEqual(100);
    expect(chooseReturnBlockLength(calm.subarray(0, 12))).toBe(1);
  });
});

describe("intervals", () => {
  const returns = readColumn("returns.csv");

  it("are the same for the same seed and differ little for another", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => bootstrapIntervals(returns, returns, { seed }));
    expect(one).toEqual(same);
    expect(other?.sharpe?.low).not.toBe(one?.sharpe?.low);
    expect(Math.abs((other?.sharpe?.low ?? NaN) - (one?.sharpe?.low ?? NaN))).toBeLessThan(0.006);
    expect(testSharpe(returns, { seed: "a" })).toEqual(one?.sharpe);
  });

  it("of independent returns have the width of Lo's standard error", () => {
    const independent = drawAutoregressive(0, 2_000).map((each) => 0.001 + 0.01 * each);
    const { mean, deviation } = computeMoments(independent);
    const { sharpe } = bootstrapIntervals(independent, independent, { seed: "lo", blockLength: 1 });
    const width = (sharpe?.high ?? NaN) - (sharpe?.low ?? NaN);
    expect(width / (2 * 1.96 * computeSharpeError(mean / deviation, 2_000))).toBeCloseTo(1, 1);
  });

  it("have a p value of 0.025 where their lower end is 0", () => {
    const shift = bootstrapIntervals(returns, returns, { seed: "p" }).mean?.low ?? NaN;
    const shifted = returns.map((each) => each - shift);
    const { mean } = bootstrapIntervals(shifted, shifted, { seed: "p", blockLength: chooseReturnBlockLength(returns) });
    expect(mean?.low).toBeCloseTo(0, 9);
    expect(mean?.pValue).toBeCloseTo(0.025, 3);
  });

  it("do not exist for returns that never vary, or hardly ever", () => {
    expect(bootstrapIntervals(new Float64Array(300), new Float64Array(300), { seed: "none" }).sharpe).toBeNull();
    const once = new Float64Array(300);
    once[150] = 0.01;
    expect(testSharpe(once, { seed: "once" })).toBeNull();
  });
});

/** Deviates from independence in its signs: an interval that takes returns as independent holds 85 in 100. */
const autoregressive: ReturnProcess = {
  sharpe: 0.04 * Math.sqrt(1 - 0.3 ** 2),
  draw: (count, seed) => drawAutoregressive(0.3, count, seed).map((each) => 0.04 + each),
};

/** The shares of series whose interval holds the true ratio, and whose ratio is taken for more than 0 at 2.5 %. */
function measureCoverage(process: ReturnProcess, { series = 400, count = 1_500, resamples = 499 } = {}) {
  let [held, found] = [0, 0];
  for (let number = 0; number < series; number += 1) {
    const drawn = process.draw(count, `series ${number}`);
    const tested = testSharpe(drawn, { seed: "coverage", resamples });
    if (tested !== null && tested.low <= process.sharpe && process.sharpe <= tested.high) held += 1;
    if (tested !== null && tested.pValue <= 0.025) found += 1;
  }
  return { held: held / series, found: found / series };
}

describe("coverage", () => {
  // 95 of 100 hold; of 400 series, 92.3 to 97.7 in 99 of 100 tests.
  const yearly = 0.5 / Math.sqrt(252);
  it.each([
    { name: "GARCH returns", process: drawGarch(yearly) },
    { name: "a bot that is in the market a third of the time", process: drawInAndOut(yearly) },
    { name: "returns with a memory of their signs", process: autoregressive },
  ])("of the intervals on $name is about 95 %", ({ process }) => {
    const { held } = measureCoverage(process);
    expect(held).toBeGreaterThan(0.92);
    expect(held).toBeLessThan(0.98);
  });

  it.each([
    { name: "GARCH returns", process: drawGarch(0) },
    { name: "a bot that is in the market a third of the time", process: drawInAndOut(0) },
  ])("of the test on $name without a premium: about 2.5 % are found", ({ process }) => {
    expect(measureCoverage(process).found).toBeLessThan(0.05);
  });
});

interface SecondOpinion {
  readonly statistic: string;
  readonly block: number;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** The recorded output of second-opinion/studentised.py, which resamples whole series and has no sums of blocks. */
const opinions = readFileSync(new URL("studentised.csv", folder), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line): SecondOpinion => {
    const [statistic = "", ...numbers] = line.split(",");
    const [block = NaN, estimate = NaN, , low = NaN, high = NaN, p = NaN] = numbers.map(Number);
    return { statistic, block, estimate, low, high, p };
  });

describe("a plain bootstrap in Python", () => {
  const returns = readColumn("returns.csv");

  it.each(opinions)("gives the same interval of $statistic with blocks of $block", (opinion) => {
    const intervals = bootstrapIntervals(returns, returns, { seed: "python", blockLength: opinion.block });
    const interval = {
      sharpe: intervals.sharpe,
      mean: intervals.mean,
      deepest_fall: { ...intervals.deepestFall, pValue: 0 },
    }[opinion.statistic];
    // Both are drawn at random: their ends differ by a few per cent of the interval's width.
    const tolerance = 0.05 * (opinion.high - opinion.low);
    expect(Math.abs((interval?.low ?? NaN) - opinion.low)).toBeLessThan(tolerance);
    expect(Math.abs((interval?.high ?? NaN) - opinion.high)).toBeLessThan(tolerance);
    expect(Math.abs((interval?.pValue ?? NaN) - opinion.p)).toBeLessThan(0.004);
  });

  it("computes the same figures of the record", () => {
    const { mean, deviation } = computeMoments(returns);
    const [sharpe, average, fall] = opinions.map(({ estimate }) => estimate);
    expect((mean / deviation) * Math.sqrt(returns.length / (returns.length - 1))).toBeCloseTo(sharpe ?? NaN, 7);
    expect(mean).toBeCloseTo(average ?? NaN, 7);
    expect(computeDeepestFall(returns)).toBeCloseTo(fall ?? NaN, 7);
  });
});

it("a resample is a few steps: 10,000 of a record of 25 years are quick", () => {
  const draws = createBlockDraws(drawGarch(0).draw(6_300, "speed"), { seed: "speed" });
  const sharpe = new SharpeDraws(drawGarch(0).draw(6_300, "speed"), draws);
  const before = process.cpuUsage();
  for (let resample = 0; resample < draws.resamples; resample += 1) sharpe.add(draws.drawStarts());
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});
