import { formatAmount, type MoneyFlowDay } from "@wazi/contracts";
import { sumCents, toCents } from "../../lib/cents.ts";
import * as texts from "../../messages/admin-money.ts";

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

/** "Sat, 21 Nov 2026". Ledger days are in UTC. */
function formatLongDay(day: string): string {
  return whole.format(midnight(day));
}

/** "21 Nov", or "Dec 2025" on the first of a month in another year than `last`. Used as an axis label. */
export function formatShortDay(day: string, last: string): string {
  const isOtherYear = day.slice(0, 4) !== last.slice(0, 4);
  return (isOtherYear && day.endsWith("-01") ? withYear : short).format(midnight(day));
}

/** True if a day (UTC) is still in progress at `at`, so that its figures can change. */
export function isDayUnfinished(day: string, at: string): boolean {
  return day >= at.slice(0, 10);
}

/** One figure per day. */
export interface NamedFigure {
  name: string;
  /** Decimal dollars. */
  valueOf: (day: MoneyFlowDay) => string;
}

/** A figure as a chart series. */
export interface DaySeries extends NamedFigure {
  look: "first" | "second";
  /** True for a series drawn downwards, such as payouts. */
  isDown?: boolean;
}

/** The chart value in dollars. For drawing only, never for calculation. */
export function toChartValue({ valueOf, isDown }: DaySeries, day: MoneyFlowDay): number {
  const dollars = Number(toCents(valueOf(day))) / 100;
  return isDown === true && dollars !== 0 ? -dollars : dollars;
}

/** "Sat, 21 Nov 2026", plus ", so far" for today. */
export function formatDayTitle(day: MoneyFlowDay, at: string): string {
  const title = formatLongDay(day.day);
  return isDayUnfinished(day.day, at) ? texts.dayTitleSoFar({ day: title }) : title;
}

/** The figures of a day as text for screen readers. */
export function describeDay(day: MoneyFlowDay, figures: readonly NamedFigure[], at: string): string {
  const told = figures.map(({ name, valueOf }) => `${name} ${formatSpokenDollars(valueOf(day))}`);
  return `${formatDayTitle(day, at)}: ${told.join(", ")}`;
}

function formatSpokenDollars(value: string): string {
  const shown = formatAmount(value);
  return shown.startsWith("-") ? texts.minusShown({ shown: shown.slice(1) }) : `$${shown}`;
}

export type DayFigure = Exclude<keyof MoneyFlowDay, "day">;

interface ListedFigure {
  key: DayFigure;
  heading: string;
  isFlow: boolean;
}

/** The figures of a day in table order. End-of-day figures are not summed. */
const dayFigures: readonly ListedFigure[] = [
  { key: "moneyIn", heading: texts.moneyIn, isFlow: true },
  { key: "moneyOut", heading: texts.moneyOut, isFlow: true },
  { key: "traded", heading: texts.botsTrades, isFlow: true },
  { key: "interest", heading: texts.interest, isFlow: true },
  { key: "adjusted", heading: texts.adjustments, isFlow: true },
  { key: "platformIncome", heading: texts.platformIncome, isFlow: true },
  { key: "other", heading: texts.other, isFlow: true },
  { key: "held", heading: texts.dayHeld, isFlow: false },
  { key: "owed", heading: texts.dayOwed, isFlow: false },
];

/** The figures of these days. Interest is left out where there is none. */
export function listDayFigures(days: readonly MoneyFlowDay[]): readonly ListedFigure[] {
  const hasInterest = days.some(({ interest }) => toCents(interest) !== 0n);
  return hasInterest ? dayFigures : dayFigures.filter(({ key }) => key !== "interest");
}

/** The sum of a figure over these days. */
export function sumFigure(days: readonly MoneyFlowDay[], key: DayFigure): string {
  return sumCents(days.map((day) => day[key]));
}

/** The table as tab-separated text for a spreadsheet. */
export function toClipboardText(days: readonly MoneyFlowDay[]): string {
  const figures = listDayFigures(days);
  const head = [texts.dayUtc, ...figures.map(({ heading }) => heading)];
  const lines = days.map((day) => [day.day, ...figures.map(({ key }) => day[key])]);
  return [head, ...lines].map((cells) => cells.join("\t")).join("\n");
}
