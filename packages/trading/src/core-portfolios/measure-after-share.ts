import type { Estimate } from "../evidence/measure-period.ts";
import type { Verdict } from "../evidence/verdicts.ts";
import { computeMoments } from "../evidence/return-moments.ts";
import { bootstrapIntervals } from "../evidence/bootstrap-intervals.ts";
import { holdMonths, type KeepPlan, type KeepTerms, toKeepMonths } from "./keeps.ts";
import { MONTHS_PER_YEAR } from "./measure-core-run.ts";
import type { CoreRun } from "./run-core-rule.ts";

/** Points a year over bills on a plan, with the share taken every year. */
export interface AfterShare extends Estimate {
  readonly plan: KeepPlan["plan"];
}

const NO_CHARGES = { fundCostPct: 0, dividendTaxPct: 0, cashMarginPct: 0 } as const;

/**
 * Points a year over bills when the platform takes its share at the end of every year, with the losses carried that it had
 * before. As `computeKept`, for a position that is left and opened again every year; before fund costs and taxes.
 */
export function measureAfterShare(
  run: CoreRun,
  { plan, userSharePct, profitShareAbove }: KeepPlan & Pick<KeepTerms, "profitShareAbove">,
  seed: string,
): AfterShare {
  const years = Math.floor(run.total.length / MONTHS_PER_YEAR);
  const months = toKeepMonths(run, NO_CHARGES);
  let [own, lossCarried] = [1, 0];
  const over = Float64Array.from({ length: years }, (_, year) => {
    const held = holdMonths(months, year * MONTHS_PER_YEAR, MONTHS_PER_YEAR);
    const gain = own * (held.value - 1);
    const tradingGain = gain - own * held.interest;
    const shared = profitShareAbove === "bills" ? Math.min(tradingGain, gain - own * held.billGain) : tradingGain;
    const share = (1 - userSharePct / 100) * Math.max(0, shared - lossCarried);
    // A gain below bills makes up nothing, and a shortfall against bills is not carried.
    lossCarried = tradingGain < 0 ? lossCarried - tradingGain : Math.max(0, lossCarried - Math.max(0, shared));
    const kept = own + gain - share;
    const earned = kept / own - 1;
    own = kept;
    return (earned - held.billGain) * 100;
  });
  // A few years set no bounds.
  const { low, high } = bootstrapIntervals(over, over, { seed }).mean ?? { low: -Infinity, high: Infinity };
  return { plan, value: computeMoments(over).mean, low, high };
}

/**
 * Says if there is evidence of more than bills after the platform's share: the record has some before it, and the whole interval after
 * it is above 0.
 */
export function hasEvidenceAfterShare({ low }: Pick<AfterShare, "low">, verdict: Verdict): boolean {
  return (verdict === "weak" || verdict === "both-halves") && low > 0;
}
