import { testSharpe } from "./bootstrap-intervals.ts";
import {
  computeExcess,
  computeYears,
  correctForMeans,
  halveRecord,
  hasFigures,
  type ReturnRecord,
} from "./measure-period.ts";
import { computeMoments, computeSharpe } from "./return-moments.ts";
import { computeDeflatedSharpe, type SharpeSample } from "./sharpe-tests.ts";

/**
 * The verdict on a registered bot: "No evidence of more than bills", "Weak evidence", "Evidence in both halves", the benchmark
 * itself (Bills), and "Not judged".
 */
export type Verdict = "none" | "weak" | "both-halves" | "benchmark" | "not-judged";

/** A registered bot with what its verdict depends on. */
export interface VerdictCase {
  readonly bot: string;
  /** The bot as it trades: one nav over all its instruments, after all costs. Null without a record. */
  readonly record: ReturnRecord | null;
  readonly isBenchmark: boolean;
  /** The reasons why the record does not count, a sentence each. */
  readonly notJudged: readonly string[];
  /** True when its instruments were chosen by knowing which ones lasted. */
  readonly isOfSurvivors: boolean;
  /** From `measureOverfitting`; null when the rule has no variants. */
  readonly overfittingProbability: number | null;
  /** True when every parameter is its publication's and has not changed since the bot's first row of trials.json. */
  readonly isAsPublished: boolean;
}

/** The figures behind a verdict are null where the record does not count. */
export interface GivenVerdict {
  readonly bot: string;
  readonly verdict: Verdict;
  /** A sentence for each reason; null without one. */
  readonly reason: string | null;
  readonly pValue: number | null;
  /** The p value after the correction for all bots that are judged. */
  readonly correctedPValue: number | null;
  readonly halfPValues: readonly (number | null)[];
  readonly deflatedSharpe: number | null;
}

const LEAST_YEARS = 10;
/** One-sided, as 5 % on both sides. */
const MOST_P_VALUE = 0.025;
const MOST_HALF_P_VALUE = 0.2;
const LEAST_DEFLATED_SHARPE = 0.95;
const MOST_OVERFITTING = 0.5;

/**
 * Judges all registered bots together, because the more bots are tried, the better the best looks by chance. `trials` is the number
 * of rows of trials.json. No figure of a bot against its own markets (`compareRecords`) is used.
 */
export function giveVerdicts(cases: readonly VerdictCase[], trials: number): readonly GivenVerdict[] {
  const tested = cases.map((each) => testCase(each, trials));
  const corrected = correctByHolm(tested.map(({ isCounted, pValue }) => (isCounted ? (pValue ?? 1) : null)));
  return tested.map(({ isCounted: _isCounted, ...each }, index) => {
    const correctedPValue = corrected[index] ?? null;
    return { ...each, correctedPValue, ...decide(cases[index], { ...each, correctedPValue }) };
  });
}

/**
 * The p values times the number of those that are not smaller, in their order: at most one in 40 of all tests that find something
 * then finds it by chance. Null stays null and does not count. Source: S. Holm, A Simple Sequentially Rejective Multiple Test
 * Procedure, Scandinavian Journal of Statistics 6 (1979).
 */
export function correctByHolm(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const counted = pValues.filter((each) => each !== null).sort((one, other) => one - other);
  let highest = 0;
  const corrected = counted.map((each, rank) => {
    highest = Math.max(highest, Math.min(1, each * (counted.length - rank)));
    return highest;
  });
  return pValues.map((each) => (each === null ? null : (corrected[counted.indexOf(each)] ?? null)));
}

interface TestedCase extends Omit<GivenVerdict, "verdict" | "correctedPValue"> {
  /** False for the benchmark and for bots that are not judged. */
  readonly isCounted: boolean;
}

const NO_TEST = { isCounted: false, pValue: null, halfPValues: [], deflatedSharpe: null } as const;

function testCase({ bot, record, isBenchmark, notJudged, isOfSurvivors }: VerdictCase, trials: number): TestedCase {
  if (isBenchmark) return { bot, ...NO_TEST, reason: null };
  const reasons = [...notJudged, ...explainShortRecord(record)];
  if (reasons.length > 0 || record === null) return { bot, ...NO_TEST, reason: reasons.join(" ") };
  // A record of survivors counts as one that found nothing, whatever it shows.
  if (isOfSurvivors) return { bot, ...NO_TEST, isCounted: true, reason: SURVIVORS };
  return {
    bot,
    isCounted: true,
    reason: null,
    pValue: testRecord(record, bot),
    halfPValues: halveRecord(record).map((half, index) => testRecord(half, `${bot} half ${index + 1}`)),
    deflatedSharpe: deflate(record, trials),
  };
}

const SURVIVORS = "Its instruments are those that lasted, so its record shows nothing.";

function explainShortRecord(record: ReturnRecord | null): readonly string[] {
  if (record === null) return ["It has no record."];
  const years = computeYears(record);
  return years >= LEAST_YEARS && hasFigures(record)
    ? []
    : [`Its record has ${years.toFixed(1)} years; ${LEAST_YEARS} are needed.`];
}

function testRecord(record: ReturnRecord, seed: string): number | null {
  return testSharpe(computeExcess(record), { seed })?.pValue ?? null;
}

/**
 * The deflated Sharpe ratio with a trial variance of 1 / T, T the number of returns: that of estimates of a ratio of 0. Null when the
 * returns do not vary.
 */
function deflate(record: ReturnRecord, trials: number): number | null {
  const sample = toSharpeSample(record);
  return sample && computeDeflatedSharpe(sample, trials, 1 / sample.count);
}

/** The Sharpe ratio of one excess return, corrected where the prices are means of a month. Null when the returns do not vary. */
export function toSharpeSample(record: ReturnRecord): SharpeSample | null {
  const moments = computeMoments(computeExcess(record));
  const sharpe = computeSharpe(moments);
  return sharpe === null ? null : { ...moments, sharpe: sharpe * correctForMeans(record) };
}

function decide(
  known: VerdictCase | undefined,
  { reason, correctedPValue, halfPValues, deflatedSharpe }: Omit<GivenVerdict, "verdict">,
): Pick<GivenVerdict, "verdict" | "reason"> {
  if (known?.isBenchmark === true) return { verdict: "benchmark", reason };
  if (correctedPValue === null) return { verdict: "not-judged", reason };
  if (known === undefined || known.isOfSurvivors || correctedPValue > MOST_P_VALUE) return { verdict: "none", reason };
  if (known.overfittingProbability !== null && known.overfittingProbability >= MOST_OVERFITTING) {
    return {
      verdict: "none",
      reason: "The best of its variants in one half of the time is below the median in the other.",
    };
  }
  const isDeflated = known.isAsPublished || (deflatedSharpe !== null && deflatedSharpe >= LEAST_DEFLATED_SHARPE);
  const isInBoth = halfPValues.length === 2 && halfPValues.every((each) => each !== null && each <= MOST_HALF_P_VALUE);
  return { verdict: isDeflated && isInBoth ? "both-halves" : "weak", reason };
}
