import { SKIPPED_MONTHS } from "../core-portfolios/core-rules.ts";
import type { PartFigure } from "../strategies/allocation-strategy.ts";
import { type BotConfig, isAllocation } from "./bot-config.ts";
import type { BotState } from "./bot-state.ts";
import { SymbolRules } from "./symbol-rules.ts";
import { readClosedMonths, weighMonth } from "./take-month-end.ts";

/** The last decision of a strategy with weights, with the figures that it was made on. */
export interface ExplainedDecision {
  /** The month that it is for (`toMonth`). */
  readonly month: number;
  /** The last month whose prices the figures use. */
  readonly until: number;
  /** True when a rate of bills was missing in these months: the rule decided nothing. */
  readonly isRateMissing: boolean;
  readonly parts: readonly {
    readonly symbol: string;
    /** A fraction of the nav, below 0 short; `null` with too few months. */
    readonly target: number | null;
    readonly figures: readonly PartFigure[];
  }[];
}

/**
 * Explains the last decision by deciding again on the months in the bot's state, with the rule that decided and the rates of bills
 * that it knew then: a rate that arrives later changes nothing. `null` for strategies without weights, and before the first decision.
 */
export function explainDecision(config: BotConfig, state: BotState): ExplainedDecision | null {
  const { strategy, instruments } = config;
  const { decidedMonth, decidedBills } = state;
  if (!isAllocation(strategy) || decidedMonth === null) return null;
  const findKnown = (month: number): number => decidedBills?.[month - decidedMonth + strategy.months] ?? NaN;
  const known = decidedBills === null ? config : { ...config, findBillReturn: findKnown };
  const months = readClosedMonths(known, strategy, new SymbolRules(config), state, decidedMonth - 1);
  const targets = weighMonth(config, strategy, months);
  const figures = months === null || targets === null ? [] : (strategy.explain?.(months.closed) ?? []);
  return {
    month: decidedMonth,
    until: decidedMonth - 1 - SKIPPED_MONTHS,
    isRateMissing: months !== null && targets === null,
    parts: instruments.map(({ symbol }, index) => {
      const place = months?.known.indexOf(index) ?? -1;
      const isKnown = targets !== null && place >= 0;
      return { symbol, target: isKnown ? (targets[index] ?? 0) : null, figures: figures[place] ?? [] };
    }),
  };
}
