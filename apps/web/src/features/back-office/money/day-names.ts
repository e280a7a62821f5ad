const whole = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const withYear = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** "Sat, 21 Nov 2026": a day of the books, which are kept in UTC. */
export function dayName(day: string): string {
  return whole.format(midnight(day));
}

/** "21 Nov", or "Dec 2025" where a month of another year than that of `last` begins: a mark below a drawing. */
export function shortDayName(day: string, last: string): string {
  const isOtherYear = day.slice(0, 4) !== last.slice(0, 4);
  return (isOtherYear && day.endsWith("-01") ? withYear : short).format(midnight(day));
}

/** Whether a day (UTC) is not over at a moment: what it shows will still change. */
export function isUnfinished(day: string, at: string): boolean {
  return day >= at.slice(0, 10);
}
