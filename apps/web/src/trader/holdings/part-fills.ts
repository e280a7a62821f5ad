import type { BotHoldings } from "@wazi/contracts";

/** A colour for each part, in the order of the list. Words beside each say what it is. */
const FILLS = ["bg-primary", "bg-accent", "bg-info", "bg-warning", "bg-gain", "bg-loss"] as const;

export const CASH_FILL = "bg-outline";

/** Symbols that a bot holds or held, in the order of its own list, so that bar, list and chart have the same colours. */
export function listShownSymbols(own: readonly string[], { holdings, history }: BotHoldings): string[] {
  const shown = [...history.flatMap(({ parts }) => parts), ...holdings].map(({ symbol }) => symbol);
  return [...new Set([...own, ...shown])].filter((symbol) => shown.includes(symbol));
}

export const pickFill = (index: number): string => FILLS[index % FILLS.length] ?? FILLS[0];
