import { describe, expect, it } from "vitest";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { measureOverfitting } from "./overfitting.ts";

/** Normal-like daily returns of independent variants; `edges[v]` is the daily mean of variant v. */
function drawVariants(seed: string, edges: readonly number[], days = 800): Float64Array[] {
  return edges.map((edge, variant) => {
    const random = seedRandom(seed, `variant ${variant}`);
    return Float64Array.from({ length: days }, () => edge + 0.01 * nextBellShaped(random));
  });
}

const noise = Array.from({ length: 20 }, () => 0);

describe("measureOverfitting", () => {
  it("is about 0.5 on average for variants of pure noise", () => {
    const seeds = Array.from({ length: 16 }, (_, seed) => `noise ${seed}`);
    const mean = seeds.reduce((sum, seed) => {
      return sum + (measureOverfitting(drawVariants(seed, noise, 120))?.probability ?? NaN) / seeds.length;
    }, 0);
    expect(mean).toBeGreaterThan(0.38);
    expect(mean).toBeLessThan(0.62);
  });

  it("is about 0 when one variant has a planted edge", () => {
    const measured = measureOverfitting(drawVariants("edge", [...noise, 0.002]));
    expect(measured).toMatchObject({ blocks: 16, combinations: 12_870, variants: 21 });
    expect(measured?.probability).toBeLessThan(0.01);
  });

  it("is 1 when what is best in one half is worst in the other", () => {
    // Every variant wins in its own block and loses the same everywhere else.
    const variants = Array.from({ length: 16 }, (_, own) =>
      Float64Array.from({ length: 320 }, (_unused, day) => {
        return (Math.floor(day / 20) === own ? 0.05 : -0.002) + (day % 2 === 0 ? 0.001 : -0.001);
      }),
    );
    expect(measureOverfitting(variants)?.probability).toBe(1);
  });

  it("uses 10 blocks for short records, and needs 100 days and two variants", () => {
    expect(measureOverfitting(drawVariants("short", noise, 120))?.blocks).toBe(10);
    expect(measureOverfitting(drawVariants("shorter", noise, 99))).toBeNull();
    expect(measureOverfitting(drawVariants("alone", [0]))).toBeNull();
  });

  it("counts equal variants as undecided", () => {
    const [one = new Float64Array()] = drawVariants("same", [0]);
    expect(measureOverfitting([one, one, one])?.probability).toBe(0.5);
  });
});
