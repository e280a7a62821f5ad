import * as texts from "../messages/shared.ts";

/** "0.45" or "−0.43": a statistic with a real minus sign. */
export function formatStatistic(value: number, places = 2): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** "+3.9%" or "−0.4%". */
export function formatSigned(value: number, places = 1): string {
  const text = formatStatistic(value, places);
  return `${text.startsWith("−") || Number(text) === 0 ? "" : "+"}${text}%`;
}

/** "1.15%" of a cost; "under 0.01%" for one that would show as 0. */
export function formatCost(pct: number): string {
  return pct > 0 && pct < 0.01 ? texts.costUnderHundredth : `${formatStatistic(pct)}%`;
}

/** "0.45 [−0.43 to 1.47]". */
export function formatInterval(estimate: { value: number; low: number; high: number }): string {
  const { value, low, high } = estimate;
  return texts.statisticInterval({
    statistic: formatStatistic(value),
    low: formatStatistic(low),
    high: formatStatistic(high),
  });
}

/** "−0.4% to +6.3%": the lowest and the highest of several. */
export function formatRange({ low, high }: { low: number; high: number }): string {
  return texts.statisticRange({ low: formatSigned(low), high: formatSigned(high) });
}

/** "under 1 year", "1 year" or "12 years", rounded up, so that a lack of years never looks smaller than it is. */
export function formatYears(years: number): string {
  if (years < 1) return texts.yearsUnderOne;
  const whole = Math.ceil(years);
  return whole === 1 ? texts.rangeYear : texts.wholeYears({ whole: whole.toLocaleString("en-US") });
}

/** "1999–2026" of two days in ISO form. */
export function formatYearRange(from: string, to: string): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  return first === last ? first : `${first}–${last}`;
}
