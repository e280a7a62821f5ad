/** The month of a time (epoch ms), UTC: months since year 0. */
export function toMonth(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Enough for the longest rule that decides by months, with a part of a month at the end. */
const HISTORY_MONTHS = 60;

/** The start of the daily history before a time, 60 months before its month (epoch ms). */
export function findHistoryStart(time: number): number {
  return startOfMonth(toMonth(time) - HISTORY_MONTHS);
}

/** The first moment of a month (epoch ms). */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}
