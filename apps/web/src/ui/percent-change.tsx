import { classNames } from "../lib/class-names.ts";

/** A change in percent, marked by sign, arrow and colour; 0 counts as up. `value` is a number or a decimal string. */
export function PercentChange({ value, className }: { value: string | number; className?: string }) {
  const change = Number(value);
  const isUp = change >= 0;
  return (
    <span className={classNames("figure font-medium", isUp ? "text-gain" : "text-loss", className)}>
      <span aria-hidden="true">{isUp ? "▲" : "▼"} </span>
      {isUp ? "+" : "−"}
      {Math.abs(change).toFixed(isTiny(change) ? 4 : 2)}%
    </span>
  );
}

/** Values that would show as 0.00. */
function isTiny(change: number): boolean {
  return change !== 0 && Math.abs(change) < 0.01;
}
