import { type Cents, cents, type ShareAbove } from "@wazi/domain";
import {
  computeKept,
  holdMonths,
  type KeepMonths,
  type KeepPlan,
  keepPlans,
  spread,
  type StartSpread,
} from "./keeps.ts";
import { MONTHS_PER_YEAR } from "./measure-core-run.ts";
import { computeLocalBillMonth, type LocalBillRates, type MonthlyNumbers } from "./parse-local-rates.ts";

/** An operator's rates of a currency. */
export interface LocalRates {
  readonly currency: string;
  /** Units of the currency for a dollar. */
  readonly exchange: MonthlyNumbers;
  readonly bills: LocalBillRates;
}

/** The local money that is kept of an amount on a plan, held for some years. */
interface LocalKeep extends KeepPlan {
  readonly years: number;
  /** The start months for which all rates are there. */
  readonly starts: number;
  /** In hundredths of the currency; null when the rates are there for fewer years. */
  readonly kept: StartSpread<bigint> | null;
  /** Yearly growth of what is kept less that of local bills, in points. */
  readonly overBillsPct: StartSpread<number> | null;
}

/** `keeps` in a local currency. */
export interface LocalKeeps {
  /** Local money that is put in at each start month, in hundredths: about $1,000 at the newest rate. */
  readonly amount: bigint;
  /** The months of the record for which all rates are there; null without any. */
  readonly span: { readonly from: number; readonly to: number } | null;
  readonly keeps: readonly LocalKeep[];
}

/** An exchange rate counts with six decimals, a cent of a dollar is 10,000 of these steps. */
const RATE_STEPS = 1_000_000;
const STEPS = BigInt(RATE_STEPS);
const PUT_IN = 1_000_00n;

/**
 * Computes what is kept of local money: it is changed into dollars at the rate of the month before the first, held and shared in dollars
 * as `computeKeeps` does, and changed back at the rate of the last month; each time rounded down to a hundredth. Beside it, the
 * same money is in local bills, in each month at the rate of the month before.
 * @param years the times that it is held
 */
export function computeLocalKeeps(
  months: KeepMonths,
  { exchange, bills }: LocalRates,
  { years, above }: { readonly years: readonly number[]; readonly above: ShareAbove },
): LocalKeeps {
  const amount = roundAmount((PUT_IN * toSteps(exchange.values.at(-1))) / STEPS);
  const from = Math.max(months.firstMonth, exchange.firstMonth + 1, bills.firstMonth + 1);
  const to = Math.min(
    findLast(months.firstMonth, months.growth),
    findLast(exchange.firstMonth, exchange.values),
    findLast(bills.firstMonth, bills.values) + 1,
  );
  const rateOf = (month: number): bigint => toSteps(exchange.values[month - exchange.firstMonth]);
  const billGrowth = (first: number, count: number): number => {
    let growth = 1;
    for (let month = first; month < first + count; month += 1) {
      growth *= 1 + computeLocalBillMonth(bills.values[month - 1 - bills.firstMonth] as number, bills.quote);
    }
    return growth;
  };
  const keeps = years.flatMap((held) => {
    const count = held * MONTHS_PER_YEAR;
    const starts = Array.from({ length: Math.max(0, to - from + 2 - count) }, (_, index) => from + index);
    const grown = starts.map((first) => ({
      growth: holdMonths(months, first - months.firstMonth, count),
      own: cents((amount * STEPS) / rateOf(first - 1)),
      exit: rateOf(first + count - 1),
      inBills: billGrowth(first, count) ** (1 / held),
    }));
    return keepPlans.map((plan): LocalKeep => {
      if (grown.length === 0) return { ...plan, years: held, starts: 0, kept: null, overBillsPct: null };
      const kept = grown.map(({ own, growth, exit }) =>
        toLocal(computeKept(own, growth, plan.userSharePct, above), exit),
      );
      const over = grown.map(
        ({ inBills }, index) => ((Number(kept[index]) / Number(amount)) ** (1 / held) - inBills) * 100,
      );
      return { ...plan, years: held, starts: grown.length, kept: spread(kept), overBillsPct: spread(over) };
    });
  });
  return { amount, span: to < from ? null : { from, to }, keeps };
}

const toSteps = (rate: number | undefined): bigint => BigInt(Math.max(1, Math.round((rate ?? NaN) * RATE_STEPS)));

const toLocal = (kept: Cents, rate: bigint): bigint => (kept * rate) / STEPS;

const findLast = (firstMonth: number, values: ArrayLike<number>): number => firstMonth + values.length - 1;

/** Hundredths with two digits, rounded down: 153,212.40 is 150,000. */
function roundAmount(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - 2));
  return (amount / unit) * unit;
}
