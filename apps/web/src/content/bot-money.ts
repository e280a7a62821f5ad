import { type EvidenceHeadline, type EvidenceMoney, formatAmount, type PackageTier } from "@wazi/contracts";
import { formatStatistic } from "../lib/format-statistic.ts";
import type { ReactNode, Wrap } from "../lib/message-parts.ts";
import * as texts from "../messages/evidence.ts";
import { findPlan, plans } from "./plans.ts";

/** The plan on which kept money is shown, and its relation to the reader: their own plan, no package, or a plan that would unlock the bot. */
export interface KeptPlan {
  plan: PackageTier["tier"];
  whose: "own" | "none" | "locked";
}

export const WITHOUT_PACKAGE: KeptPlan = { plan: "none", whose: "none" };

/** Chooses the plan on which this person would hold a bot. `place` is null for a core portfolio, which needs no package. */
export function chooseKeptPlan(
  place: number | null,
  { tier, maxBots }: Pick<PackageTier, "tier" | "maxBots">,
): KeptPlan {
  if (place === null && tier === "none") return WITHOUT_PACKAGE;
  if (place === null || place < maxBots) return { plan: tier, whose: "own" };
  return { plan: plans.find(({ bots }) => place < bots)?.tier ?? tier, whose: "locked" };
}

/** "$37,900": whole dollars, rounded down. */
export function formatDollars(value: string): string {
  return `$${formatAmount(value).replace(/\.\d\d$/, "")}`;
}

type Judged = Pick<EvidenceHeadline, "verdict" | "from" | "to" | "money">;

/** The sentences on a record's money, in this order. A missing one is null. */
interface MoneySentences {
  grown: ReactNode;
  kept: ReactNode;
  fall: ReactNode;
  years: ReactNode;
  /** Names what is deducted from the kept money. */
  terms: string | null;
}

/**
 * Says what $1,000 became, and what was left of it on a plan. Null for a record without money: it cannot be judged, or is an
 * earlier version's.
 * @param isAboveBills Wazi takes its share here of profit above Treasury bills; some records take it of all profit
 */
export function describeMoney(
  { verdict, from, to, money }: Judged,
  { plan, whose }: KeptPlan,
  strong: Wrap,
  isAboveBills: boolean,
): MoneySentences | null {
  if (money === null) return null;
  const kept = money.plans.find((each) => each.plan === plan);
  const isBills = verdict === "benchmark";
  const amounts = {
    putIn: formatDollars(money.putIn),
    fromYear: from.slice(0, 4),
    toYear: to.slice(0, 4),
    bills: formatDollars(money.bills),
    shares: formatDollars(money.shares),
    strong,
  };
  const keepsAll = kept !== undefined && kept.kept === money.bot;
  return {
    grown: isBills ? texts.moneyGrownBills(amounts) : texts.moneyGrown({ ...amounts, bot: formatDollars(money.bot) }),
    kept:
      kept === undefined
        ? null
        : keepsAll
          ? texts.moneyKeptAll
          : texts.moneyKept({
              kept: formatDollars(kept.kept),
              ...describePlan(plan, whose),
              pct: String(kept.userSharePct),
              strong,
            }),
    fall: describeFall(money, strong),
    years: isBills
      ? null
      : texts.moneyYears({ below: String(money.yearsBelowBills), years: String(money.years), strong }),
    terms: kept === undefined || keepsAll ? null : describeTerms(money, isAboveBills),
  };
}

/** "Kept: after Wazi's share, fund costs of 0.2% a year and 30% tax on dividends." */
export function describeTerms(
  {
    fundCostPct,
    dividendTaxPct,
    profitShareAbove = "nothing",
  }: Pick<EvidenceMoney, "fundCostPct" | "dividendTaxPct"> & { profitShareAbove?: "nothing" | "bills" | undefined },
  isAboveBills: boolean,
): string {
  const costs = { fundCostPct: String(fundCostPct), dividendTaxPct: String(dividendTaxPct) };
  const terms = texts.moneyTerms({ above: profitShareAbove, ...costs });
  return isAboveBills && profitShareAbove === "nothing" ? `${terms} ${texts.moneyAboveBills}` : terms;
}

function describePlan(plan: KeptPlan["plan"], whose: KeptPlan["whose"]): { whose: string; plan: string } {
  return { whose, plan: findPlan(plan)?.name ?? "" };
}

function describeFall({ worstFall }: EvidenceMoney, strong: Wrap): ReactNode {
  if (worstFall === null) return texts.moneyNoFall;
  const parts = { pct: formatStatistic(-worstFall.pct, 1), months: worstFall.months, strong };
  return worstFall.isMadeUp ? texts.moneyFall(parts) : texts.moneyFallLasting(parts);
}

/** The verdict for a person on a plan. Null where no share is taken, or nothing is recorded. */
export interface VerdictAfterShare {
  hasEvidence: boolean;
  /** The verdict whose mark it has. */
  mark: EvidenceHeadline["verdict"];
  text: string;
}

export function describeAfterShare({ verdict, money }: Judged, { plan, whose }: KeptPlan): VerdictAfterShare | null {
  const kept = money?.plans.find((each) => each.plan === plan);
  if (kept === undefined || verdict === "benchmark") return null;
  const parts = describePlan(plan, whose);
  return {
    hasEvidence: kept.hasEvidence,
    mark: kept.hasEvidence ? verdict : "none",
    text: kept.hasEvidence ? texts.afterShareEvidence(parts) : texts.afterShareNoEvidence(parts),
  };
}
