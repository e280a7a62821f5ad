/**
 * When a position is charged:
 * - `wednesday` and `friday`: at 17:00 in New York from Monday to Friday, a day each time, and three days on the named day,
 *   for the weekend.
 * - `8-hours`: at 00:00, 08:00 and 16:00 UTC every day, a third of a day each time.
 */
export const financingSchedules = ["wednesday", "friday", "8-hours"] as const;
export type FinancingSchedule = (typeof financingSchedules)[number];

/**
 * The price of holding a position. A rate is a fraction of the position's value for a year of `yearDays` days, above 0 when
 * that side pays and below 0 when it receives.
 */
export interface Financing {
  readonly schedule: FinancingSchedule;
  readonly longRate: number;
  readonly shortRate: number;
  readonly yearDays: 360 | 365;
}
