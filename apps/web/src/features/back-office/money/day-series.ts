import { formatAmount, type MoneyFlowDay } from "@wazi/contracts";
import { toCents } from "../../../lib/cents.ts";
import { dayName, isUnfinished } from "./day-names.ts";

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
export function drawnAt({ valueOf, isDown }: DaySeries, day: MoneyFlowDay): number {
  const dollars = Number(toCents(valueOf(day))) / 100;
  return isDown === true && dollars !== 0 ? -dollars : dollars;
}

/** "Sat, 21 Nov 2026 (UTC)"; of today also that it goes on. */
export function dayTitle(day: MoneyFlowDay, at: string): string {
  return `${dayName(day.day)}${isUnfinished(day.day, at) ? ", so far" : ""}`;
}

/** A day's figures in words, for who hears the drawing. */
export function dayText(day: MoneyFlowDay, figures: readonly NamedFigure[], at: string): string {
  const told = figures.map(({ name, valueOf }) => `${name} ${dollarText(valueOf(day))}`);
  return `${dayTitle(day, at)}: ${told.join(", ")}`;
}

function dollarText(value: string): string {
  const shown = formatAmount(value);
  return shown.startsWith("-") ? `minus $${shown.slice(1)}` : `$${shown}`;
}
