import type { MoneyFlowDay } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";

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
export function sumOf(days: readonly MoneyFlowDay[], key: DayFigure): string {
  return sumCents(days.map((day) => day[key]));
}

/** The table as a spreadsheet takes it from the clipboard: a line per day, plain decimals between tabs. */
export function tableText(days: readonly MoneyFlowDay[]): string {
  const head = ["Day (UTC)", ...dayFigures.map(({ heading }) => heading)];
  const lines = days.map((day) => [day.day, ...dayFigures.map(({ key }) => day[key])]);
  return [head, ...lines].map((cells) => cells.join("\t")).join("\n");
}
