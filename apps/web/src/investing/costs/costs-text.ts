import type { BotCosts, CostKind, UserCosts } from "@wazi/contracts";
import { toCents } from "../../lib/cents.ts";
import { formatDay } from "../../lib/format-date.ts";
import { formatCost } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/costs.ts";

export const costNames: Readonly<Record<CostKind, string>> = {
  spread: texts.spread,
  slippage: texts.slippage,
  commission: texts.commission,
  financing: texts.overnightFinancing,
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
    return texts.costSourceNone;
  }
  if (source === "backtest") {
    return texts.costSourceBacktest({ from: formatDay(from), to: formatDay(to) });
  }
  const time =
    days === null || days >= 365 ? texts.costPeriodYear : days <= 1 ? texts.lastDay : texts.costPeriodDays({ days });
  return texts.costSourceOwnTrades({ trades: trades.toLocaleString("en-US"), time });
}

/** "1.15%" of the API's "1.1500". */
export function formatCostPercent(pct: string): string {
  return formatCost(Number(pct));
}

/** The part of the gain before costs that the costs took; null without a gain. */
export function describeCostShare({
  total,
  resultWithoutCosts,
}: Pick<UserCosts, "total" | "resultWithoutCosts">): string | null {
  const before = toCents(resultWithoutCosts);
  const costs = toCents(total);
  if (before <= 0n || costs <= 0n) return null;
  const tenths = Number((costs * 1_000n + before - 1n) / before);
  return texts.costShareOfGain({ tenths: (tenths / 10).toFixed(1) });
}
