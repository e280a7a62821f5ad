const barTime = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})Z?)?$/;

/**
 * Parses `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` (or the ISO form with T and Z) as UTC into epoch milliseconds; `null` for any
 * other text and for a date that does not exist.
 */
export function parseBarTime(text: string): number | null {
  const match = barTime.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part || 0));
  if (month < 1 || month > 12 || day < 1 || day > countDays(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function countDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
