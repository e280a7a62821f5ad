import { formatAmount, type MoneyFlowDay } from "@wazi/contracts";
import { sumCents, toCents } from "../../../lib/cents.ts";

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
export function formatLongDay(day: string): string {
  return whole.format(midnight(day));
}

/** "21 Nov", or "Dec 2025" where a month of another year than that of `last` begins: a mark below a drawing. */
export function formatShortDay(day: string, last: string): string {
  const isOtherYear = day.slice(0, 4) !== last.slice(0, 4);
  return (isOtherYear && day.endsWith("-01") ? withYear : short).format(midnight(day));
}

/** Whether a day (UTC) is not over at a moment: what it shows will still change. */
export function isDayUnfinished(day: string, at: string): boolean {
  return day >= at.slice(0, 10);
}

/** One figure of each day. */
export interface NamedFigure {
  name: string;
  /** Decimal dollars. */
  valueOf: (day: MoneyFlowDay) => string;
}

/** A figure as a drawing shows it. */
export interface DaySeries extends NamedFigure {
  look: "first" | "second";
  /** True for what is drawn downwards: what went out. */
  isDown?: boolean;
}

/** Where a figure is drawn, in dollars. Drawn only; nothing is reckoned with it. */
export function toChartValue({ valueOf, isDown }: DaySeries, day: MoneyFlowDay): number {
  const dollars = Number(toCents(valueOf(day))) / 100;
  return isDown === true && dollars !== 0 ? -dollars : dollars;
}

/** "Sat, 21 Nov 2026 (UTC)"; of today also that it goes on. */
export function formatDayTitle(day: MoneyFlowDay, at: string): string {
  return `${formatLongDay(day.day)}${isDayUnfinished(day.day, at) ? ", so far" : ""}`;
}

/** A day's figures in words, for who hears the drawing. */
export function describeDay(day: MoneyFlowDay, figures: readonly NamedFigure[], at: string): string {
  const told = figures.map(({ name, valueOf }) => `${name} ${formatSpokenDollars(valueOf(day))}`);
  return `${formatDayTitle(day, at)}: ${told.join(", ")}`;
}

function formatSpokenDollars(value: string): string {
  const shown = formatAmount(value);
  return shown.startsWith("-") ? `minus $${shown.slice(1)}` : `$${shown}`;
}

export type DayFigure = Exclude<keyof MoneyFlowDay, "day">;

/** The figures of a day, in the order in which tables have them. What stands at its end is not added up. */
export const dayFigures: readonly { key: DayFigure; heading: string; isFlow: boolean }[] = [
  { key: "moneyIn", heading: "Money in", isFlow: true },
  { key: "moneyOut", heading: "Money out", isFlow: true },
  { key: "traded", heading: "Bots’ trades", isFlow: true },
  { key: "adjusted", heading: "Adjustments", isFlow: true },
  { key: "platformIncome", heading: "Platform income", isFlow: true },
  { key: "other", heading: "Other", isFlow: true },
  { key: "held", heading: "Held at the end", isFlow: false },
  { key: "owed", heading: "Owed at the end", isFlow: false },
];

/** What a figure comes to over all these days. */
export function sumFigure(days: readonly MoneyFlowDay[], key: DayFigure): string {
  return sumCents(days.map((day) => day[key]));
}

/** The table as a spreadsheet takes it from the clipboard: a line per day, plain decimals between tabs. */
export function toClipboardText(days: readonly MoneyFlowDay[]): string {
  const head = ["Day (UTC)", ...dayFigures.map(({ heading }) => heading)];
  const lines = days.map((day) => [day.day, ...dayFigures.map(({ key }) => day[key])]);
  return [head, ...lines].map((cells) => cells.join("\t")).join("\n");
}
