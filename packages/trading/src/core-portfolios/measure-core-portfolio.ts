import { compareRecords, type RecordComparison } from "../evidence/compare-records.ts";
import type { ReturnRecord } from "../evidence/measure-period.ts";
import { type CorePortfolio, type RecordSpan, runHeldShares, runSpan } from "./core-portfolio-list.ts";
import { type AfterShare, measureAfterShare } from "./measure-after-share.ts";
import {
  DEFAULT_KEEP_TERMS,
  growMoney,
  type Keep,
  keepMonths,
  type KeepMonths,
  keepPlans,
  type KeepTerms,
  toKeepMonths,
} from "./keeps.ts";
import { computeGrowth, type CoreFigures, measureCoreRun, toReturnRecord } from "./measure-core-run.ts";
import type { PartReturns } from "./part-returns.ts";
import { type Cents, cents } from "@wazi/domain";

/** The worth of money that was put in at the start of the record, at its end and before the platform's share. */
interface GrownMoney {
  readonly putIn: Cents;
  readonly bot: Cents;
  readonly bills: Cents;
  /** Shares alone, bought once and held, with dividends. */
  readonly shares: Cents;
}

/** The record of a core portfolio with all its figures. */
export interface CoreRecord extends CoreFigures {
  readonly name: string;
  readonly span: RecordSpan;
  /** The returns by which it is judged, together with all other bots (`giveVerdicts`). */
  readonly record: ReturnRecord;
  readonly isBenchmark: boolean;
  /** Against the same portfolio without its timing; null for bills. */
  readonly comparison: (RecordComparison & { readonly benchmark: string }) | null;
  readonly grown: GrownMoney;
  readonly keeps: readonly Keep[];
  /** From which `keeps` are computed, in dollars and in other currencies. */
  readonly keptMonths: KeepMonths;
  /** By plan, with the share taken every year. */
  readonly afterShare: readonly AfterShare[];
  /** The years before the record, on the parts that had a price: outside the verdict and all totals. Null without any. */
  readonly early: (CoreFigures & { readonly span: RecordSpan }) | null;
  readonly buyableSince: string;
}

const PUT_IN = cents(1_000_00n);

/**
 * Runs and measures a core portfolio.
 * @throws RangeError when a part lacks a month of the record
 */
export function measureCorePortfolio(
  { name, rule, benchmark, span, early, buyableSince }: CorePortfolio,
  returns: PartReturns,
  terms: KeepTerms = DEFAULT_KEEP_TERMS,
): CoreRecord {
  const run = runSpan(rule, returns, span);
  const record = toReturnRecord(run);
  const figures = measureCoreRun(run, name);
  const keptMonths = toKeepMonths(run, terms);
  const comparison =
    benchmark === null
      ? null
      : compareRecords(record, toReturnRecord(runSpan(benchmark.rule, returns, span)), `${name} against`);
  return {
    name,
    span,
    record,
    isBenchmark: benchmark === null,
    ...figures,
    comparison: benchmark && comparison && { benchmark: benchmark.name, ...comparison },
    grown: {
      putIn: PUT_IN,
      bot: growMoney(PUT_IN, computeGrowth(run.total)),
      bills: growMoney(PUT_IN, computeGrowth(run.bills)),
      shares: growMoney(PUT_IN, computeGrowth(runHeldShares(returns, span).total)),
    },
    keeps: keepMonths(keptMonths, terms),
    keptMonths,
    afterShare: keepPlans.map((plan) => measureAfterShare(run, { ...plan, ...terms }, `${name} after the share`)),
    early: early && { span: early, ...measureCoreRun(runSpan(rule, returns, early), `${name} before ${span.from}`) },
    buyableSince,
  };
}
