import { describe, expect, it } from "vitest";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import type { ReturnRecord } from "./measure-period.ts";
import { correctByHolm, giveVerdicts, type VerdictCase } from "./verdicts.ts";

const MONTHS_PER_YEAR = 12;

/** Monthly returns with a mean in each half, in per cent, and a deviation of 2 %. */
function drawRecord(seed: string, [first, second]: readonly [number, number], years = 40): ReturnRecord {
  const random = seedRandom(seed, "verdict");
  const count = years * MONTHS_PER_YEAR;
  const total = Float64Array.from({ length: count }, (_, index) => {
    return (index < count / 2 ? first : second) / 100 + 0.02 * nextBellShaped(random);
  });
  const days = Int32Array.from({ length: count }, (_, index) => Math.round((index + 1) * 30.4375));
  return { firstDay: 0, days, total, cash: new Float64Array(count), perYear: MONTHS_PER_YEAR };
}

const makeCase = (bot: string, record: ReturnRecord | null, changes: Partial<VerdictCase> = {}): VerdictCase => ({
  bot,
  record,
  isBenchmark: false,
  notJudged: [],
  isOfSurvivors: false,
  overfittingProbability: null,
  isAsPublished: true,
  ...changes,
});

const good = drawRecord("good", [0.5, 0.5]);
const lucky = drawRecord("lucky", [1, 0]);
const flat = drawRecord("flat", [0, 0]);
const TRIALS = 395;

const judge = (given: VerdictCase, others: readonly VerdictCase[] = []) => giveVerdicts([given, ...others], TRIALS)[0]!;

describe("a verdict", () => {
  it("is both halves for a published rule that earns in both, weak for one half, and none without a premium", () => {
    expect(judge(makeCase("good", good)).verdict).toBe("both-halves");
    expect(judge(makeCase("lucky", lucky)).verdict).toBe("weak");
    expect(judge(makeCase("flat", flat)).verdict).toBe("none");
  });

  it("is weak when the number of trials can explain the record, unless the rule is as published", () => {
    const own = makeCase("faint", drawRecord("faint", [0.3, 0.3]), { isAsPublished: false });
    const [few, many] = [giveVerdicts([own], 1)[0]!, giveVerdicts([own], TRIALS)[0]!];
    expect([few.verdict, many.verdict]).toEqual(["both-halves", "weak"]);
    expect(few.deflatedSharpe).toBeGreaterThan(0.95);
    expect(many.deflatedSharpe).toBeLessThan(0.95);
    expect(giveVerdicts([{ ...own, isAsPublished: true }], TRIALS)[0]!.verdict).toBe("both-halves");
  });

  it("is none for what was overfitted", () => {
    expect(judge(makeCase("good", good, { overfittingProbability: 0.49 })).verdict).toBe("both-halves");
    const capped = judge(makeCase("good", good, { overfittingProbability: 0.5 }));
    expect(capped).toMatchObject({ verdict: "none", reason: expect.stringContaining("below the median") as string });
  });

  it("is none for survivors, whatever their record shows", () => {
    const given = judge(makeCase("good", good, { isOfSurvivors: true }));
    expect(given).toMatchObject({ verdict: "none", pValue: null, reason: expect.stringContaining("lasted") as string });
  });

  it("is not given for other bars, missing rates, less than ten years, or no record, and says why", () => {
    const excluded = judge(makeCase("good", good, { notJudged: ["Other bars.", "No rates."] }));
    expect(excluded).toMatchObject({ verdict: "not-judged", reason: "Other bars. No rates.", pValue: null });
    const short = judge(makeCase("short", drawRecord("short", [2, 2], 9)));
    expect(short).toMatchObject({ verdict: "not-judged", reason: "Its record has 9.0 years; 10 are needed." });
    expect(judge(makeCase("ten", drawRecord("ten", [2, 2], 10))).verdict).toBe("both-halves");
    expect(judge(makeCase("nothing", null)).verdict).toBe("not-judged");
  });

  it("is the benchmark for bills, which do not count among the judged", () => {
    const bills = makeCase("Bills", { ...flat, total: flat.cash }, { isBenchmark: true });
    const [given, alone] = giveVerdicts([bills, makeCase("good", good)], TRIALS);
    expect(given).toMatchObject({ verdict: "benchmark", pValue: null, reason: null });
    expect(alone?.correctedPValue).toBe(alone?.pValue);
  });

  it("takes a stronger record the more bots are judged", () => {
    const faint = makeCase("faint", drawRecord("weak", [0.23, 0.23]));
    const others = Array.from({ length: 9 }, (_, index) => makeCase(`flat ${index}`, drawRecord(`${index}`, [0, 0])));
    const [alone, among] = [judge(faint), judge(faint, others)];
    expect(alone.pValue).toBeLessThanOrEqual(0.025);
    expect(alone.verdict).not.toBe("none");
    expect(among.correctedPValue).toBeCloseTo((among.pValue ?? NaN) * 10, 9);
    expect(among.verdict).toBe("none");
    const survivors = others.map((each) => ({ ...each, isOfSurvivors: true }));
    expect(judge(faint, survivors).verdict).toBe("none");
    const notJudged = others.map((each) => ({ ...each, notJudged: ["Other bars."] }));
    expect(judge(faint, notJudged).verdict).toBe(alone.verdict);
  });

  it("of monthly means has the p value of its returns, and a deflated ratio of the corrected one", () => {
    const plain = judge(makeCase("good", good));
    const means = judge(makeCase("good", { ...good, isOfMonthlyMeans: true }));
    expect(means.pValue).toBe(plain.pValue);
    expect(means.deflatedSharpe).toBeLessThan(plain.deflatedSharpe ?? NaN);
  });
});

describe("Holm's correction", () => {
  it("multiplies by the number of values that are left, and never falls", () => {
    // As p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R.
    expect(correctByHolm([0.01, 0.04, 0.03, 0.005]).map((each) => Number(each?.toFixed(6)))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ]);
    expect(correctByHolm([0.5, null, 0.9])).toEqual([1, null, 1]);
    expect(correctByHolm([])).toEqual([]);
  });
});
