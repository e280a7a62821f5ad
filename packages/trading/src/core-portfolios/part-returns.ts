import { computeBillMonth } from "../evidence/evidence-days.ts";
import { parseMonthlyRates, RATE_COLUMN } from "../evidence/parse-cash-rates.ts";
import { formatMonth, type MonthlyColumns, parseMonthlyColumns } from "../evidence/parse-monthly-columns.ts";

/** The files of the parts, as they are named in a folder of data. */
export const PART_FILES = {
  shares: "monthly_sp500.csv",
  gold: "monthly_gold_usd.csv",
  bills: "rate_us_tbill_3m_monthly.csv",
  bonds: "rate_us_treasury_10y_monthly.csv",
} as const;

/** A part of the market that a core portfolio can hold. The order is that of weights and returns everywhere. */
export const PARTS = ["shares", "bonds", "gold"] as const;
export type PartName = (typeof PARTS)[number];

/** Monthly returns (fractions) of consecutive months from `firstMonth` on (see `MonthlyColumns`). */
interface MonthlyReturns {
  readonly firstMonth: number;
  readonly total: Float64Array;
}

/** Returns of the whole file of each part, and of bills. */
export interface PartReturns {
  readonly parts: Readonly<Record<PartName, MonthlyReturns>>;
  /** The part of the shares' return that was paid as a dividend. */
  readonly dividends: MonthlyReturns;
  readonly bills: MonthlyReturns;
}

/** The texts of the four files of `PART_FILES`. */
export type PartTexts = Readonly<Record<keyof typeof PART_FILES, string>>;

/** Gold had an official price before; from this month on its price on the free market is used. */
const FIRST_GOLD_MONTH = 1971 * 12 + 8;

/**
 * Reads the four files and computes each part's monthly returns. Shares and gold are monthly means of daily prices, so a
 * return is partly known from the month before: rules must leave the newest month out.
 * @throws Error naming file and line of an invalid row
 */
export function computePartReturns(texts: PartTexts): PartReturns {
  const shares = parseMonthlyColumns(texts.shares, PART_FILES.shares, {
    header: "month,price,dividend_year,cpi",
    rules: [
      { name: "price", least: 0, isAbove: true },
      { name: "dividend_year", least: 0, mayEnd: true },
    ],
  });
  const gold = parseMonthlyColumns(texts.gold, PART_FILES.gold, {
    header: "month,price",
    rules: [{ name: "price", least: 0, isAbove: true }],
  });
  const dividends = computeDividendReturns(shares);
  const held = computeChanges(shares, "price", (price, before) => price / before - 1);
  return {
    parts: {
      shares: { ...dividends, total: dividends.total.map((paid, index) => paid + (held.total[index] ?? NaN)) },
      bonds: computeBondReturns(readRates(texts, "bonds")),
      gold: startAt(
        computeChanges(gold, "price", (price, before) => price / before - 1),
        FIRST_GOLD_MONTH,
      ),
    },
    dividends,
    bills: computeBillReturns(readRates(texts, "bills")),
  };
}

function readRates(texts: PartTexts, name: "bills" | "bonds"): MonthlyColumns {
  return parseMonthlyRates(texts[name], PART_FILES[name]);
}

/** A figure of each month from the second one on, from the column's numbers of this month and of the month before. */
function computeChanges(
  { firstMonth, columns }: MonthlyColumns,
  name: string,
  compute: (now: number, before: number) => number,
): MonthlyReturns {
  const column = columns[name] ?? new Float64Array();
  const total = Float64Array.from(column.subarray(1), (now, index) => compute(now, column[index] ?? NaN));
  return { firstMonth: firstMonth + 1, total };
}

/** dividend_year(t) / 12 / P(t−1): a twelfth of the dividends of four quarters, by the price of the month before. */
function computeDividendReturns({ firstMonth, columns }: MonthlyColumns): MonthlyReturns {
  const prices = columns["price"] ?? new Float64Array();
  const paid = columns["dividend_year"] ?? new Float64Array();
  const total = Float64Array.from(paid.subarray(1), (year, index) => year / 12 / (prices[index] ?? NaN));
  return { firstMonth: firstMonth + 1, total };
}

const HALF_YEARS = 20;
const MONTH_IN_HALF_YEARS = 1 / 6;

/**
 * A ten-year bond bought at par at last month's yield and sold at this month's: coupon Y(t−1), 20 half-yearly payments at
 * k − 1/6 half-years, discounted at Y(t)/2, minus 1.
 */
function computeBondReturns(yields: MonthlyColumns): MonthlyReturns {
  return computeChanges(yields, RATE_COLUMN, (now, before) => {
    const [coupon, discount] = [before / 200, 1 / (1 + now / 200)];
    let price = discount ** (HALF_YEARS - MONTH_IN_HALF_YEARS);
    for (let k = 1; k <= HALF_YEARS; k += 1) price += coupon * discount ** (k - MONTH_IN_HALF_YEARS);
    return price - 1;
  });
}

/** A month of a bill that was bought at last month's bank-discount rate. */
function computeBillReturns({ firstMonth, columns }: MonthlyColumns): MonthlyReturns {
  const rates = columns[RATE_COLUMN] ?? new Float64Array();
  const total = rates.map(computeBillMonth);
  return { firstMonth: firstMonth + 1, total };
}

function startAt({ firstMonth, total }: MonthlyReturns, month: number): MonthlyReturns {
  const skipped = Math.max(0, month - firstMonth);
  return { firstMonth: firstMonth + skipped, total: total.subarray(skipped) };
}

/** Returns of the same consecutive months, all parts present in all of them. Fractions. */
export interface MarketWindow {
  readonly firstMonth: number;
  readonly names: readonly PartName[];
  /** `parts[p]` are the returns of `names[p]`. */
  readonly parts: readonly Float64Array[];
  readonly bills: Float64Array;
  /** The dividends of shares in the month; 0 where shares are not among the parts. */
  readonly dividends: Float64Array;
}

/**
 * The months `from` to `to` of some parts. The parts of a record never change on the way.
 * @throws RangeError when a part or bills lack a month
 */
export function selectWindow(
  returns: PartReturns,
  { names, from, to }: { readonly names: readonly PartName[]; readonly from: number; readonly to: number },
): MarketWindow {
  const cut = (name: string, { firstMonth, total }: MonthlyReturns): Float64Array => {
    const last = firstMonth + total.length - 1;
    if (from < firstMonth || to > last) {
      const known = `${formatMonth(firstMonth)} to ${formatMonth(last)}`;
      throw new RangeError(`${name}: ${formatMonth(from)} to ${formatMonth(to)} is needed, ${known} is there`);
    }
    return total.subarray(from - firstMonth, to - firstMonth + 1);
  };
  const bills = cut("bills", returns.bills);
  return {
    firstMonth: from,
    names,
    parts: names.map((name) => cut(name, returns.parts[name])),
    bills,
    dividends: names.includes("shares") ? cut("dividends", returns.dividends) : new Float64Array(bills.length),
  };
}
