import {
  type Cents,
  cents,
  computeGainShare,
  nav,
  type PackageTier,
  packageTiers,
  type ShareAbove,
  subtract,
  units,
  type UserSharePct,
  valueDown,
  valueUp,
  ZERO_CENTS,
} from "@wazi/domain";
import { MONTHS_PER_YEAR } from "./measure-core-run.ts";
import type { CoreRun } from "./run-core-rule.ts";

/** Costs and taxes that are in `keeps` only. Per cent. */
export interface KeepTerms {
  readonly profitShareAbove: ShareAbove;
  /** A year, on what is in funds. */
  readonly fundCostPct: number;
  /** In per cent of the dividends of shares. */
  readonly dividendTaxPct: number;
  /** A year: the operator's margin on interest. */
  readonly cashMarginPct: number;
}

const FUND_COST_PCT = 0.2;
const DIVIDEND_TAX_PCT = 30;
export const DEFAULT_KEEP_TERMS: KeepTerms = {
  profitShareAbove: "nothing",
  fundCostPct: FUND_COST_PCT,
  dividendTaxPct: DIVIDEND_TAX_PCT,
  cashMarginPct: 0,
};

export interface KeepPlan {
  readonly plan: PackageTier["tier"];
  readonly userSharePct: UserSharePct;
}

/** Core portfolios are open without a package, at the split of the lowest one. */
const SHARE_WITHOUT_PACKAGE = 70;
export const keepPlans: readonly KeepPlan[] = packageTiers.map(({ tier, userSharePct }) => ({
  plan: tier,
  userSharePct: userSharePct ?? SHARE_WITHOUT_PACKAGE,
}));

const AMOUNTS: readonly Cents[] = [100_00n, 1_000_00n, 10_000_00n].map(cents);
const HELD_YEARS = [1, 5, 10];
const LOW_SHARE = 0.05;
const MEDIAN_SHARE = 0.5;

/** Growth over some months per dollar of own money. */
export interface HeldGrowth {
  /** The value: 1 at the start. Costs and taxes of the terms are paid, the platform's share is not. */
  readonly value: number;
  /** Interest on money that was in bills (J). */
  readonly interest: number;
  /** The gain of the same money in bills, before the margin (H). */
  readonly billGain: number;
}

/** The months of a record as they are held, after costs and taxes of the terms and before the platform's share. */
export interface KeepMonths {
  /** Months since year 0. */
  readonly firstMonth: number;
  /** The worth at its end of a dollar at its start. */
  readonly growth: ArrayLike<number>;
  /** The interest in it on money that was in bills. */
  readonly interest: ArrayLike<number>;
  /** The returns of bills, before the margin. */
  readonly bills: ArrayLike<number>;
}

export function toKeepMonths(run: CoreRun, terms: Omit<KeepTerms, "profitShareAbove">): KeepMonths {
  const [growth, interest] = [new Float64Array(run.total.length), new Float64Array(run.total.length)];
  for (let month = 0; month < run.total.length; month += 1) {
    const funds = run.weights.reduce((sum, weights) => sum + (weights[month] as number), 0);
    const bill = run.bills[month] as number;
    const idle = Math.max(0, 1 - funds);
    const margin = Math.min(bill, terms.cashMarginPct / 100 / MONTHS_PER_YEAR);
    const charges =
      idle * margin +
      (funds * terms.fundCostPct) / 100 / MONTHS_PER_YEAR +
      ((run.dividends[month] as number) * terms.dividendTaxPct) / 100;
    interest[month] = idle * (bill - margin);
    growth[month] = 1 + (run.total[month] as number) - charges;
  }
  return { firstMonth: run.firstMonth, growth, interest, bills: run.bills };
}

/** Holds `count` months from the month number `start` on. */
export function holdMonths({ growth, interest, bills }: KeepMonths, start: number, count: number): HeldGrowth {
  let [value, earned, inBills] = [1, 0, 1];
  for (let month = start; month < start + count; month += 1) {
    earned += value * (interest[month] as number);
    value *= growth[month] as number;
    inBills *= 1 + (bills[month] as number);
  }
  return { value, interest: earned, billGain: inBills - 1 };
}

/** Navs and units have twelve decimals. */
const DECIMALS = 1e12;
const UNITS_PER_CENT = 10n ** 10n;

function toUnits(amount: Cents): ReturnType<typeof units> {
  return units(amount * UNITS_PER_CENT);
}

function toNav(perUnit: number): ReturnType<typeof nav> {
  return nav(BigInt(Math.round(Math.max(0, perUnit) * DECIMALS)));
}

/** The value of an amount after it grew by a factor, rounded down to the cent. */
export function growMoney(amount: Cents, growth: number): Cents {
  return valueDown(toUnits(amount), toNav(growth));
}

/**
 * The money that an investor gets at the exit: the value less the platform's share. With value V, own money P, interest J and the gain
 * of bills H, the share is taken once, on max(0, T) with T = V − P − J, or above bills on max(0, min(T, V − P − H)). Interest
 * bears no share, so J and H are rounded up. No withdrawal costs anything.
 */
export function computeKept(
  own: Cents,
  { value, interest, billGain }: HeldGrowth,
  userSharePct: UserSharePct,
  above: ShareAbove,
): Cents {
  const held = toUnits(own);
  const worth = valueDown(held, toNav(value));
  const gain = subtract(worth, own);
  const tradingGain = subtract(gain, valueUp(held, toNav(interest)));
  const aboveBills = subtract(gain, valueUp(held, toNav(billGain)));
  const shared = above === "bills" && aboveBills < tradingGain ? aboveBills : tradingGain;
  if (shared <= 0n) return worth;
  return subtract(worth, subtract(shared, computeGainShare(shared, ZERO_CENTS, userSharePct)));
}

/** A figure over all start months. Each is the figure of one of them (nearest rank). */
export interface StartSpread<T> {
  readonly median: T;
  /** The 5th percentile. */
  readonly low: T;
  readonly worst: T;
}

/** The money that is kept of an amount on a plan, held for some years. */
export interface Keep extends KeepPlan, KeepTerms {
  readonly amount: Cents;
  readonly years: number;
  /** The number of start months. */
  readonly starts: number;
  readonly kept: StartSpread<Cents>;
  /** Yearly growth of what is kept less yearly growth of bills, in points. */
  readonly overBillsPct: StartSpread<number>;
}

/** Computes what is kept of a run on each plan, for each amount, held 1, 5 and 10 years and the whole record. */
export function computeKeeps(run: CoreRun, terms: KeepTerms = DEFAULT_KEEP_TERMS): Keep[] {
  return keepMonths(toKeepMonths(run, terms), terms);
}

/** As `computeKeeps`, of months as they are held. */
export function keepMonths(months: KeepMonths, terms: KeepTerms): Keep[] {
  const wholeYears = months.growth.length / MONTHS_PER_YEAR;
  return [...HELD_YEARS.filter((years) => years < wholeYears), wholeYears].flatMap((years) => {
    const count = years * MONTHS_PER_YEAR;
    const held = Array.from({ length: months.growth.length - count + 1 }, (_, start) =>
      holdMonths(months, start, count),
    );
    return keepPlans.flatMap((plan) => AMOUNTS.map((amount) => spreadKeep(held, { ...plan, ...terms, amount, years })));
  });
}

function spreadKeep(held: readonly HeldGrowth[], keep: KeepPlan & KeepTerms & Pick<Keep, "amount" | "years">): Keep {
  const { amount, years, userSharePct, profitShareAbove } = keep;
  const kept = held.map((growth) => computeKept(amount, growth, userSharePct, profitShareAbove));
  const overBills = held.map(({ billGain }, start) => {
    const growth = Number(kept[start]) / Number(amount);
    return (growth ** (1 / years) - (1 + billGain) ** (1 / years)) * 100;
  });
  return { ...keep, starts: held.length, kept: spread(kept), overBillsPct: spread(overBills) };
}

export function spread<T extends bigint | number>(values: readonly T[]): StartSpread<T> {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const at = (share: number): T => {
    const found = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1];
    if (found === undefined) throw new RangeError("There is no start month");
    return found;
  };
  return { median: at(MEDIAN_SHARE), low: at(LOW_SHARE), worst: at(0) };
}
