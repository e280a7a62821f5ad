import { formatAmount } from "@wazi/contracts";
import { classNames } from "../lib/class-names.ts";
import { toCents } from "../lib/cents.ts";

/**
 * Shows every amount: US dollars, two decimals, tabular figures. With `change`, it is a gain or a loss, marked by sign,
 * arrow and colour. Tests read `data-testid` and `<data value>`.
 */
export function Money({
  value,
  change = false,
  className,
  testId,
}: {
  value: string | null | undefined;
  change?: boolean;
  className?: string;
  testId?: string;
}) {
  const cents = toCents(value);
  const shown = formatAmount(value);
  const size = shown.replace("-", "");
  const direction = cents > 0n ? "gain" : cents < 0n ? "loss" : "none";
  const sign = direction === "loss" ? "−" : change && direction === "gain" ? "+" : "";
  return (
    <data
      value={value ?? "0.00"}
      data-testid={testId}
      className={classNames(
        "figure",
        change && direction === "gain" && "text-gain",
        direction === "loss" && "text-loss",
        className,
      )}
    >
      {change && direction !== "none" ? (
        <span aria-hidden="true" className="mr-[0.3em] text-[0.62em] align-[0.14em]">
          {direction === "gain" ? "▲" : "▼"}
        </span>
      ) : null}
      {sign}${size}
    </data>
  );
}
