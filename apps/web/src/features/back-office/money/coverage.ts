import { fromCents, toCents } from "../../../lib/cents.ts";
import type { MoneyFlows } from "./money-flows.ts";

type Now = MoneyFlows["now"];

/** What is held beyond what is owed, and what that is made of. Decimal dollars; negative where something is missing. */
export interface Coverage {
  /** held − owed */
  beyond: string;
  /** They add up to `beyond`; what they don't explain, which should be nothing, stands last. */
  parts: readonly { name: string; value: string }[];
}

export function coverageOf({
  held,
  owed,
  platformIncome,
  adjusted,
  other,
  openTrades,
}: Omit<Now, "balances" | "onHold" | "runningProfit" | "positions">): Coverage {
  const beyond = toCents(held) - toCents(owed);
  const known = toCents(platformIncome) - toCents(adjusted) + toCents(other) + toCents(openTrades);
  const parts = [
    { name: "Platform income", value: platformIncome },
    { name: "Given by adjustments", value: fromCents(-toCents(adjusted)) },
    { name: "Rounding, less fees and losses borne", value: other },
    { name: "Behind in open trades", value: openTrades },
  ];
  const unexplained = { name: "Not explained", value: fromCents(beyond - known) };
  return { beyond: fromCents(beyond), parts: beyond === known ? parts : [...parts, unexplained] };
}

/** What it means, in words. */
export function coverageWords({ beyond }: Coverage): string {
  const cents = toCents(beyond);
  if (cents === 0n) return "Held and owed are the same, to the cent.";
  return cents > 0n
    ? "All that investors are owed is held, and this much beyond it."
    : "Less is held than investors are owed: this much is missing.";
}
