import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { computeDeepestFall, computeMoments } from "./return-moments.ts";
import { computeSharpeError } from "./sharpe-tests.ts";
import {
  type BootstrapIntervals,
  bootstrapIntervals,
  chooseBlockLength,
  chooseReturnBlockLength,
} from "./stationary-bootstrap.ts";

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
});

describe("intervals", () => {
  const returns = readColumn("returns.csv");

  it("are the same for the same seed and differ little for another", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => bootstrapIntervals(returns, returns, { seed }));
    expect(one).toEqual(same);
    expect(other?.sharpe?.low).not.toBe(one?.sharpe?.low);
    expect(Math.abs((other?.sharpe?.low ?? NaN) - (one?.sharpe?.low ?? NaN))).toBeLessThan(0.01);
  });

  it("of independent returns have the width of Lo's standard error", () => {
    const independent = drawAutoregressive(0, 2_000).map((each) => 0.001 + 0.01 * each);
    const { mean, deviation } = computeMoments(independent);
    const { sharpe } = bootstrapIntervals(independent, independent, { seed: "lo", blockLength: 1 });
    const width = (sharpe?.high ?? NaN) - (sharpe?.low ?? NaN);
    expect(width / (2 * 1.96 * computeSharpeError(mean / deviation, 2_000))).toBeCloseTo(1, 1);
  });

  it("hold the true ratio in about 95 of 100 series", () => {
    const [count, series] = [400, 100];
    const held = Array.from({ length: series }, (_, seed) => {
      const drawn = drawAutoregressive(0, count, `cover ${seed}`).map((each) => 0.05 + each);
      const { sharpe } = bootstrapIntervals(drawn, drawn, { seed: "cover", resamples: 200 });
      return sharpe !== null && sharpe.low <= 0.05 && sharpe.high >= 0.05;
    }).filter(Boolean).length;
    expect(held / series).toBeGreaterThan(0.88);
    expect(held / series).toBeLessThanOrEqual(0.99);
  });

  it("do not exist for returns that never vary", () => {
    const none = bootstrapIntervals(new Float64Array(300), new Float64Array(300), { seed: "none", resamples: 50 });
    expect(none.sharpe).toBeNull();
  });
});

interface SecondOpinion {
  readonly statistic: string;
  readonly block: number;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

function parseOpinions(text: string): SecondOpinion[] {
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [statistic = "", ...numbers] = line.split(",");
      const [block = NaN, estimate = NaN, low = NaN, high = NaN] = numbers.map(Number);
      return { statistic, block, estimate, low, high };
    });
}

/** The output of R now; null without R and its package boot. */
function runSecondOpinion(): string | null {
  const paths = ["tsboot.R", "returns.csv"].map((name) => fileURLToPath(new URL(name, folder)));
  try {
    execFileSync("Rscript", ["-e", "library(boot)"], { stdio: "ignore" });
  } catch {
    return null;
  }
  return execFileSync("Rscript", paths, { encoding: "utf8" });
}

describe("R's boot", () => {
  const returns = readColumn("returns.csv");
  const recorded = parseOpinions(readFileSync(new URL("tsboot.csv", folder), "utf8"));
  const drawn = new Map<number, BootstrapIntervals>();
  /** Every statistic of a block length is from the same resampled series. */
  const drawIntervals = (blockLength: number): BootstrapIntervals => {
    const intervals =
      drawn.get(blockLength) ?? bootstrapIntervals(returns, returns, { seed: "r", resamples: 5_000, blockLength });
    drawn.set(blockLength, intervals);
    return intervals;
  };

  it("gave the recorded intervals", { timeout: 300_000 }, () => {
    const now = runSecondOpinion();
    if (now === null) {
      console.warn("R with its package boot is missing: the intervals are compared with R's recorded output only");
      return;
    }
    const rerun = parseOpinions(now);
    expect(rerun).toHaveLength(recorded.length);
    rerun.forEach((each, index) => {
      expect(each.statistic).toBe(recorded[index]?.statistic);
      expect(each.low).toBeCloseTo(recorded[index]?.low ?? NaN, 6);
      expect(each.high).toBeCloseTo(recorded[index]?.high ?? NaN, 6);
    });
  });

  it.each(recorded)(
    "gives the same interval of $statistic with blocks of $block",
    ({ statistic, block, ...opinion }) => {
      const { mean, deviation } = computeMoments(returns);
      const intervals = drawIntervals(block);
      const [value, interval] = {
        sharpe: [mean / deviation, intervals.sharpe] as const,
        mean: [mean, intervals.mean] as const,
        deepest_fall: [computeDeepestFall(returns), intervals.deepestFall] as const,
      }[statistic] ?? [NaN, null];
      expect(value).toBeCloseTo(opinion.estimate, 7);
      // Both are drawn at random: their ends differ by a few per cent of the interval's width.
      const tolerance = 0.08 * (opinion.high - opinion.low);
      expect(Math.abs((interval?.low ?? NaN) - opinion.low)).toBeLessThan(tolerance);
      expect(Math.abs((interval?.high ?? NaN) - opinion.high)).toBeLessThan(tolerance);
    },
  );
});
