import { DAY_MS, HOUR_MS } from "@wazi/domain";
import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { divideUp, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import type { Financing, FinancingSchedule } from "./financing-rates.ts";
import { fromNewYorkTime, getWeekday, toNewYorkTime } from "./new-york-time.ts";

const ROLLOVER_HOUR = 17;
const FUNDING_MS = 8 * HOUR_MS;
/** Charges are counted in thirds of a day. */
const THIRDS_OF_A_DAY = 3;
const WEEKEND_DAYS = 3;
const [SUNDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 3, 5, 6];

/**
 * The financing per unit of the symbol that falls due after `fromTime` and up to `toTime` (epoch ms):
 * `price × rate × days / yearDays`, scaled by 10^12. Exact except for one rounding up, against the trader. Above 0 when the
 * side pays. Both times must be bar times, so that a repeated series gives the same charge.
 */
export function computeFinancing(
  { schedule, longRate, shortRate, yearDays }: Financing,
  { side, price, fromTime, toTime }: { side: Side; price: number | string; fromTime: number; toTime: number },
): bigint {
  const rate = side === "buy" ? longRate : shortRate;
  // A side without a charge is never brought up to date, so counting its days would take longer with every bar.
  if (rate === 0) return 0n;
  const thirds = countDueThirds(schedule, fromTime, toTime);
  if (thirds === 0) return 0n;
  return divideUp(toScaled(price) * toScaled(rate) * BigInt(thirds), SCALE * BigInt(THIRDS_OF_A_DAY * yearDays));
}

/**
 * True for a trade on margin, whose money stays idle. Other trades use money: their entry value. A short is on margin, because it
 * brings money in. A long is, where its terms charge or credit longs. A bought share or fund costs nothing to hold, because it is
 * paid in full. A side with a rate of 0 is no sign of it: perpetual futures charge shorts nothing.
 */
export function isOnMargin({ side, costs: { financing } }: { side: Side; costs: TradingCosts }): boolean {
  return financing !== undefined && (side === "sell" || financing.longRate !== 0);
}

/** The thirds of a day of financing that fall due after `fromTime` and up to `toTime`; 0 when it is not later. */
export function countDueThirds(schedule: FinancingSchedule, fromTime: number, toTime: number): number {
  if (toTime <= fromTime) return 0;
  if (schedule === "8-hours") return Math.floor(toTime / FUNDING_MS) - Math.floor(fromTime / FUNDING_MS);
  const tripleDay = schedule === "wednesday" ? WEDNESDAY : FRIDAY;
  const last = Math.floor(toNewYorkTime(toTime) / DAY_MS);
  let days = 0;
  for (let day = Math.floor(toNewYorkTime(fromTime) / DAY_MS); day <= last; day += 1) {
    const weekday = getWeekday(day);
    if (weekday === SATURDAY || weekday === SUNDAY) continue;
    const due = fromNewYorkTime(day * DAY_MS + ROLLOVER_HOUR * HOUR_MS);
    if (due > fromTime && due <= toTime) days += weekday === tripleDay ? WEEKEND_DAYS : 1;
  }
  return days * THIRDS_OF_A_DAY;
}
