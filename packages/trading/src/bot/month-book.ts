import { DAY_MS } from "@wazi/domain";
import type { BarColumns } from "../bar-columns.ts";
import { toMonth } from "../months.ts";
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

interface FormingMonth {
  readonly month: number;
  /** The sum of the daily closes before `day`. */
  readonly closes: number;
  readonly days: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly close: number;
  readonly dividends: number;
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

  /** Keeps as many closed months as `kept`. */
  constructor(
    private readonly barMs: number,
    private readonly kept: number,
  ) {}

  advance(bars: BarColumns, bar: number): void {
    const day = Math.floor(((bars.time[bar] as number) + this.barMs - 1) / DAY_MS);
    const close = bars.close[bar] as number;
    const month = toMonth(day * DAY_MS);
    if (this.forming !== null && this.forming.month !== month) this.closeMonth(this.forming);
    const before = this.forming ?? { closes: 0, days: 0, day, close, dividends: 0 };
    const isNextDay = before.day !== day;
    this.forming = {
      month,
      closes: isNextDay ? before.closes + before.close : before.closes,
      days: isNextDay ? before.days + 1 : before.days,
      day,
      close,
      dividends: before.dividends + this.nextDividends,
    };
    this.nextDividends = 0;
  }

  decide(): void {
    // Decided for all symbols at once (`takeMonthEnd`).
  }

  /** Adds a dividend per unit to the month of the next bar, the first without it. One that is repeated changes nothing. */
  takeDividend(amount: number, exTime: number): void {
    if (exTime <= this.lastExTime) return;
    this.lastExTime = exTime;
    this.nextDividends += amount;
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
      returns.unshift((now.price + now.dividends) / before.price - 1);
    }
    return returns;
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
    this.forming = forming;
    this.nextDividends = nextDividends;
    this.lastExTime = lastExTime ?? -Infinity;
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
