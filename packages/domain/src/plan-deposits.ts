import { DAY_MS } from "./durations.ts";
import { cents, type Cents } from "./money.ts";

/** A completed deposit, or what a paid withdrawal took from deposit funds. */
export interface PlanFlow {
  kind: "deposit" | "withdrawal";
  amount: Cents;
  /** Milliseconds since 1970: when it was credited, or paid. */
  at: number;
}

/** A withdrawal takes back the deposits of so many days before it. */
const PLAN_DAYS = 30;
const PLAN_MS = PLAN_DAYS * DAY_MS;

/**
 * Computes what counts for an investor's plan: completed deposits, less what withdrawals took of deposits that were at most 30 days old,
 * the newest first and each at most once. So money that only goes in and out counts once, and older money that leaves lowers nothing.
 * @param flows in any order; those of one moment with deposits first
 */
export function computePlanDeposits(flows: readonly PlanFlow[]): Cents {
  const rank = ({ kind }: PlanFlow): number => (kind === "deposit" ? 0 : 1);
  const order = flows.toSorted((one, other) => one.at - other.at || rank(one) - rank(other));
  /** The deposits that a withdrawal can still take, the newest last. */
  const recent: { at: number; left: bigint }[] = [];
  let total = 0n;
  for (const { kind, amount, at } of order) {
    if (kind === "deposit") {
      recent.push({ at, left: amount });
      total += amount;
      continue;
    }
    let asked: bigint = amount;
    for (let last = recent.at(-1); asked > 0n && last && at - last.at <= PLAN_MS; last = recent.at(-1)) {
      const taken = asked < last.left ? asked : last.left;
      last.left -= taken;
      asked -= taken;
      total -= taken;
      if (last.left === 0n) recent.pop();
    }
  }
  return cents(total);
}
