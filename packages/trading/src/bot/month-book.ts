import { DAY_MS } from "@wazi/domain";
import type { BarColumns } from "../bar-columns.ts";
import { startOfMonth, toMonth } from "../months.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Rule } from "../strategies/strategy.ts";

interface ClosedMonth {
  /** Months since year 0. */
  readonly month: number;
  /** The mean of its daily closes. */
  readonly price: number;
  /** Per unit, of those that went ex in the month. */
  readonly dividends: number;
}

/** A month that goes on. It changes in place with each bar. */
interface FormingMonth {
  month: number;
  /** The sum of the daily closes before `day`. */
  closes: number;
  days: number;
  /** Days since 1970, UTC. */
  day: number;
  close: number;
  dividends: number;
}

interface SavedMonths {
  readonly months: readonly ClosedMonth[];
  readonly forming: FormingMonth | null;
  readonly nextDividends: number;
  readonly lastExTime: number | null;
}

/**
 * The months of a symbol, for a rule that decides once a month: the price of a month is the mean of its daily closes, which no
 * single day can distort. A day is one in UTC, and its close that of its last bar, whatever the length of the bars. It gives
 * no orders itself.
 */
export class MonthBook implements Rule {
  readonly warmUp = 0;
  private months: readonly ClosedMonth[] = [];
  private forming: FormingMonth | null = null;
  /** Per unit, from dividends that go ex with the next bar. */
  private nextDividends = 0;
  private lastExTime = -Infinity;
  /** The month of the newest day, with its first day and the first one after it. */
  private known = { month: 0, from: 0, to: 0 };

  /** Keeps as many closed months as `kept`. */
  constructor(
    private readonly barMs: number,
    private readonly kept: number,
  ) {}

  advance(bars: BarColumns, bar: number): void {
    this.takeClose(bars.time[bar] as number, bars.close[bar] as number);
  }

  /** Adds a closed bar, by the time at which it opened (epoch ms). */
  takeClose(time: number, close: number): void {
    const day = Math.floor((time + this.barMs - 1) / DAY_MS);
    const month = this.findMonth(day);
    if (this.forming !== null && this.forming.month !== month) this.closeMonth(this.forming);
    this.forming ??= { month, closes: 0, days: 0, day, close, dividends: 0 };
    const { forming } = this;
    if (forming.day !== day) {
      forming.closes += forming.close;
      forming.days += 1;
    }
    forming.day = day;
    forming.close = close;
    forming.dividends += this.nextDividends;
    this.nextDividends = 0;
  }

  decide(): void {
    // Decided for all symbols at once (`takeMonthEnd`).
  }

  /**
   * Adds a dividend per unit to the month of the next bar, the first without it; a late one to the month of its ex-date, if that is
   * known. One that is repeated changes nothing.
   */
  takeDividend(amount: number, exTime: number, isLate: boolean): void {
    if (exTime <= this.lastExTime) return;
    this.lastExTime = exTime;
    if (!isLate) this.nextDividends += amount;
    else this.addLateDividend(amount, toMonth(exTime));
  }

  /**
   * Divides what is known by the ratio of a split, so that it goes on in the units after it. When bars after a late split are in the
   * month that is forming, its days before the newest are left out of its mean: they may be in either unit.
   */
  takeSplit(ratio: number, isLate: boolean): void {
    this.months = this.months.map(({ month, price, dividends }) => {
      return { month, price: price / ratio, dividends: dividends / ratio };
    });
    this.nextDividends /= ratio;
    const { forming } = this;
    if (forming === null) return;
    forming.dividends /= ratio;
    if (isLate) [forming.closes, forming.days] = [0, 0];
    else {
      forming.closes /= ratio;
      forming.close /= ratio;
    }
  }

  /** Takes no dividend that went ex at this time (epoch ms) or before: the closes that it was shown have it in. */
  skipDividends(exTime: number): void {
    this.lastExTime = Math.max(this.lastExTime, exTime);
  }

  /**
   * The total returns of consecutive months up to `last`, the oldest first: (price + dividends) / price of the month before − 1.
   * A month that is forming counts as it stands. Empty when `last` or the month before it is missing.
   */
  listReturns(last: number): readonly number[] {
    const months = this.forming === null ? this.months : [...this.months, toClosed(this.forming)];
    const returns: number[] = [];
    for (let index = months.length - 1; index > 0; index -= 1) {
      const [now, before] = [months[index] as ClosedMonth, months[index - 1] as ClosedMonth];
      if (now.month > last) continue;
      if (now.month !== last - returns.length || before.month !== now.month - 1) break;
      returns.push((now.price + now.dividends) / before.price - 1);
    }
    return returns.reverse();
  }

  save(): Json {
    const { nextDividends, lastExTime } = this;
    return {
      months: this.months.map((month) => ({ ...month })),
      forming: this.forming && { ...this.forming },
      nextDividends,
      lastExTime: lastExTime === -Infinity ? null : lastExTime,
    };
  }

  restore(saved: Json): void {
    const { months, forming, nextDividends, lastExTime } = saved as unknown as SavedMonths;
    this.months = months;
    this.forming = forming && { ...forming };
    this.nextDividends = nextDividends;
    this.lastExTime = lastExTime ?? -Infinity;
  }

  /** The month of a day. A date is slow to make, and most days are in the month of the day before. */
  private findMonth(day: number): number {
    if (day >= this.known.from && day < this.known.to) return this.known.month;
    const month = toMonth(day * DAY_MS);
    this.known = { month, from: startOfMonth(month) / DAY_MS, to: startOfMonth(month + 1) / DAY_MS };
    return month;
  }

  private addLateDividend(amount: number, month: number): void {
    if (this.forming?.month === month) this.forming.dividends += amount;
    this.months = this.months.map((each) => {
      return each.month === month ? { ...each, dividends: each.dividends + amount } : each;
    });
  }

  private closeMonth(forming: FormingMonth): void {
    this.months = [...this.months, toClosed(forming)].slice(-this.kept);
    this.forming = null;
  }
}

/** The closed months in a saved state of a symbol's `MonthBook`. */
export function countKnownMonths(saved: Json): number {
  return (saved as unknown as SavedMonths).months.length;
}

function toClosed({ month, closes, days, close, dividends }: FormingMonth): ClosedMonth {
  return { month, price: (closes + close) / (days + 1), dividends };
}
