import { CORE_BUYABLE_SINCE } from "../costs/buyable-since.ts";
import type { WeightRule } from "../strategies/allocation-strategy.ts";
import {
  RULE_MONTHS,
  SKIPPED_MONTHS,
  TREND_MONTHS,
  VOLATILITY_MONTHS,
  weighBills,
  weighCoreBasket,
  weighCoreBasketWithTrend,
  weighEqually,
} from "./core-rules.ts";
import { type PartName, PARTS, type PartReturns, selectWindow } from "./part-returns.ts";
import { type CoreRun, runCoreRule } from "./run-core-rule.ts";

/** A portfolio with a published rule. It decides once a month, at the close of the last market day. */
export interface CorePortfolio {
  readonly name: string;
  readonly rule: WeightRule;
  /** All that the rule depends on, in months. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The same portfolio without its timing or weighting, which `difference` and `alpha` compare it with; null for bills. */
  readonly benchmark: { readonly name: string; readonly rule: WeightRule } | null;
  readonly span: RecordSpan;
  /** The years before the record, which are shown apart; null without any. */
  readonly early: RecordSpan | null;
  /** The day before which its funds could not be bought. */
  readonly buyableSince: string;
}

/** Months of a record (see `MonthlyColumns`), both included, and the parts that are there in all of them. */
export interface RecordSpan {
  readonly from: number;
  readonly to: number;
  readonly names: readonly PartName[];
}

/** 1975-01 to 2022-12: whole years with all three parts and the months before them that the rules need. */
export const CORE_RECORD: RecordSpan = { from: 1975 * 12, to: 2022 * 12 + 11, names: PARTS };
/** The years before, when gold had an official price: from the first month with enough bond yields before it. */
export const EARLY_RECORD: RecordSpan = { from: 1956 * 12 + 5, to: 1974 * 12 + 11, names: ["shares", "bonds"] };

const BASKET_PARAMETERS = { volatilityMonths: VOLATILITY_MONTHS, skippedMonths: SKIPPED_MONTHS } as const;
const CORE_BASKET = { name: "Core Basket", rule: weighCoreBasket, parameters: BASKET_PARAMETERS };

const CORE_YEARS = { span: CORE_RECORD, early: EARLY_RECORD, buyableSince: CORE_BUYABLE_SINCE } as const;

export const corePortfolios: readonly CorePortfolio[] = [
  { ...CORE_BASKET, ...CORE_YEARS, benchmark: { name: "equal parts, rebalanced monthly", rule: weighEqually } },
  {
    name: "Core Basket with Trend",
    rule: weighCoreBasketWithTrend,
    parameters: { ...BASKET_PARAMETERS, trendMonths: TREND_MONTHS },
    benchmark: CORE_BASKET,
    ...CORE_YEARS,
  },
  { name: "Bills", rule: weighBills, parameters: {}, benchmark: null, ...CORE_YEARS },
];

/**
 * Runs a rule over a span of months.
 * @throws RangeError when a part lacks a month of the span or of the months that the rule looks back on
 */
export function runSpan(rule: WeightRule, returns: PartReturns, { from, to, names }: RecordSpan): CoreRun {
  return runCoreRule(rule, selectWindow(returns, { names, from: from - RULE_MONTHS, to }), from);
}

/** Shares alone, bought once and held with their dividends, at the same costs: what money sentences compare with. */
export function runHeldShares(returns: PartReturns, { from, to }: RecordSpan): CoreRun {
  return runCoreRule(weighEqually, selectWindow(returns, { names: ["shares"], from, to }), from);
}
