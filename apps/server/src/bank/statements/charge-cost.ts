import type { RailCharges } from "@wazi/contracts";
import { negate, type Cents } from "@wazi/domain";
import { toDollarCents, type PayoutRate } from "../../withdrawals/api.ts";
import type { ListedCharge } from "./store.ts";

/** The cost of charges in US dollars, rounded up; negative for money that came back. */
export function toCost(localAmount: string, rate: Pick<PayoutRate, "price" | "isPerUnit">): Cents {
  const isRefund = localAmount.startsWith("-");
  const amount = toDollarCents(localAmount.replace(/^-/, ""), rate);
  return isRefund ? negate(amount) : amount;
}

/** A booking as the screen has it. Once decided, it no longer waits. */
export function toRailCharges(row: ListedCharge): RailCharges {
  const { id, account, month, currency, lines, localAmount, amount, rate, rateAt, note, proposer, proposedAt } = row;
  const isPending = row.status === "pending";
  return {
    ...{ account, month, currency, lines, localAmount, amount, rate, rateAt: rateAt.toISOString() },
    proposal: isPending ? { id, note, by: proposer, at: proposedAt.toISOString() } : null,
  };
}
