/** The month of a time (epoch ms), UTC: months since year 0. */
export function toMonth(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first moment of a month (epoch ms). */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}
