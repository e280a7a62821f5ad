import { measureRecord, type MeasuredRun, type RecordDetails } from "../evidence/judge-runs.ts";
import {
  halveRecord,
  measurePeriod,
  measurePlainly,
  type PlainFigures,
  type ReturnRecord,
} from "../evidence/measure-period.ts";
import { COST_MULTIPLES } from "../evidence/run-whole.ts";
import { type CorePortfolio, type RecordSpan, runSpan } from "./core-portfolio-list.ts";
import { MONTHS_PER_YEAR, toReturnRecord } from "./measure-core-run.ts";
import { type PartReturns, selectWindow } from "./part-returns.ts";
import type { CoreRun } from "./run-core-rule.ts";

/** The record of a core portfolio in the form of a bot's. */
export interface CoreDetails {
  readonly run: CoreRun;
  /** A month is a bar. */
  readonly measured: MeasuredRun;
  readonly halves: NonNullable<RecordDetails["halves"]>;
  readonly costLevels: RecordDetails["costLevels"];
  /** Monthly returns of its parts in equal amounts, bought once and held, without costs. */
  readonly held: Float64Array;
  readonly buyAndHold: PlainFigures;
  readonly cash: PlainFigures;
}

const OF_MONTHLY_MEANS = "Prices are means of a month, so Sharpe ratios are divided by √1.5.";

/**
 * Computes what a bot's record has beside its verdict.
 * @throws RangeError when a part lacks a month of the record
 */
export function detailCorePortfolio({ name, rule, span }: CorePortfolio, returns: PartReturns): CoreDetails {
  const run = runSpan(rule, returns, span);
  const record = toReturnRecord(run);
  const [first, second] = halveRecord(record);
  const held = holdEqualParts(returns, span);
  return {
    run,
    measured: measureDetails(run, record, name),
    halves: {
      first: measurePeriod(first, `${name} first half`),
      second: measurePeriod(second, `${name} second half`),
    },
    costLevels: COST_MULTIPLES.map((multiple) => ({
      ...measurePlainly({
        ...record,
        total: run.total.map((each, month) => each + (1 - multiple) * (run.costs[month] ?? 0)),
      }),
      multiple,
      trades: run.trades,
      costsPct: multiple * computeCostsPct(run),
    })),
    held,
    buyAndHold: measurePlainly({ ...record, total: held }),
    cash: measurePlainly({ ...record, total: run.bills }),
  };
}

function measureDetails(run: CoreRun, record: ReturnRecord, name: string): MeasuredRun {
  const measured = measureRecord(record, name);
  return {
    ...measured,
    bars: record.days.length,
    trades: run.trades,
    // A rebalancing is no trade that ends with a gain or a loss.
    winRatePct: null,
    costsPct: computeCostsPct(run),
    reason: measured.probabilisticSharpe === null ? null : OF_MONTHLY_MEANS,
  };
}

/** Costs a year, in per cent of the nav. */
function computeCostsPct({ costs }: CoreRun): number {
  return (costs.reduce((sum, each) => sum + each, 0) / costs.length) * MONTHS_PER_YEAR * 100;
}

function holdEqualParts(returns: PartReturns, span: RecordSpan): Float64Array {
  const { parts, bills } = selectWindow(returns, span);
  const worths = parts.map(() => 1 / parts.length);
  let before = 1;
  return Float64Array.from(bills, (_, month) => {
    let now = 0;
    parts.forEach((part, index) => {
      worths[index] = (worths[index] ?? 0) * (1 + (part[month] ?? 0));
      now += worths[index] ?? 0;
    });
    const total = now / before - 1;
    before = now;
    return total;
  });
}
