import { formatAmount } from "@wazi/contracts";
import type { RemainingMoney } from "./store.ts";

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];

/** Lists the money that a user has, such as "a balance of $12.00"; empty when there is none. */
export function formatHeldMoney(left: RemainingMoney): string[] {
  const sums = [
    ["a balance", left.balance],
    ["a withdrawal hold", left.withdrawalHold],
    ["an adjustment of the running profit", left.adjustmentProfit],
  ] as const;
  return [
    ...sums.flatMap(([what, sum]) => (sum === "0.00" ? [] : [`${what} of $${formatAmount(sum)}`])),
    ...counted(left.activeBots, "an active bot", "active bots"),
  ];
}

/** Lists a user's pending requests about money, such as "a pending deposit"; empty when there are none. */
export function formatPendingMoney(left: RemainingMoney): string[] {
  return [
    ...counted(left.pendingDeposits, "a pending deposit", "pending deposits"),
    ...counted(left.pendingWithdrawals, "a pending withdrawal", "pending withdrawals"),
    ...counted(left.waitingExits, "an exit that waits for a price", "exits that wait for a price"),
  ];
}
