import type { BotCosts, CostKind, UserCosts } from "@wazi/contracts";
import { toCents } from "../../lib/cents.ts";
import { formatDay } from "../../lib/format-date.ts";
import { formatCost } from "../../lib/format-statistic.ts";

export const costNames: Readonly<Record<CostKind, string>> = {
  spread: "Spread",
  slippage: "Slippage",
  commission: "Commission",
  financing: "Overnight financing",
};

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

/** The typed amount if it can be sent, otherwise null. */
export function readAmount(typed: string): string | null {
  const text = typed.trim();
  return AMOUNT.test(text) && toCents(text) > 0n ? text : null;
}

/** Which trades the costs come from and how long they took. */
export function describeCostSource({ source, trades, from, to, days }: BotCosts): string {
  if (source === "none" || from === null || to === null) {
    return "This bot's costs are not known yet. It has too few trades here, and no backtest is recorded.";
  }
  if (source === "backtest") {
    return `An average year on real prices, ${formatDay(from)} to ${formatDay(to)}. Future costs can be higher.`;
  }
  const time = days === null || days >= 365 ? "last 365 days" : days <= 1 ? "last day" : `last ${days} days`;
  return `The bot's own ${trades.toLocaleString("en-US")} trades of the ${time}, not scaled up. Future costs can be higher.`;
}

/** "1.15%" of the API's "1.1500". */
export function formatCostPercent(pct: string): string {
  return formatCost(Number(pct));
}

/** What part of the gain before costs the costs took; null without a gain. */
export function describeCostShare({
  total,
  resultWithoutCosts,
}: Pick<UserCosts, "total" | "resultWithoutCosts">): string | null {
  const before = toCents(resultWithoutCosts);
  const costs = toCents(total);
  if (before <= 0n || costs <= 0n) return null;
  const tenths = Number((costs * 1_000n + before - 1n) / before);
  return `Costs took ${(tenths / 10).toFixed(1)}% of the gain before costs.`;
}
