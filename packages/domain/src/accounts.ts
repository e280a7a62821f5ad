import type { Cents } from "./money.ts";

/** The four accounts that every investor owns; none of them can be below zero. */
export const investorAccountKinds = ["deposit_funds", "profit_funds", "withdrawal_hold", "running_profit"] as const;
export type InvestorAccountKind = (typeof investorAccountKinds)[number];

export type Rail = "crypto" | "bank" | "mpesa";

/** A code of docs/chart-of-accounts.md. */
export type AccountCode =
  | `user:${string}:${InvestorAccountKind}`
  | `pool:${string}`
  | "market"
  | "platform:profit_share"
  | "platform:adjustments"
  | "platform:fees"
  | "platform:losses"
  | "platform:rounding"
  | `external:${Rail}`;

/** One line of a ledger transaction: what is added to the account (negative: taken from it). */
export interface Posting {
  account: AccountCode;
  amount: Cents;
}

export const investorAccount = (userId: string, kind: InvestorAccountKind): AccountCode => `user:${userId}:${kind}`;
export const poolAccount = (botId: string): AccountCode => `pool:${botId}`;
export const externalAccount = (rail: Rail): AccountCode => `external:${rail}`;

/**
 * Adds up the lines of one account and leaves out those that move nothing.
 * @throws Error when the lines don't sum to zero: a broken invariant, never an expected failure.
 */
export function balancedPostings(lines: readonly Posting[]): Posting[] {
  const byAccount = new Map<AccountCode, bigint>();
  for (const { account, amount } of lines) byAccount.set(account, (byAccount.get(account) ?? 0n) + amount);
  const postings = [...byAccount].filter(([, amount]) => amount !== 0n);
  const sum = postings.reduce((total, [, amount]) => total + amount, 0n);
  if (sum !== 0n) throw new Error(`A ledger transaction must sum to zero, this one sums to ${sum} cents`);
  return postings.map(([account, amount]) => ({ account, amount: amount as Cents }));
}

/** What a transaction puts into an account; negative for what it takes out. */
export function postedTo(postings: readonly Posting[], account: AccountCode): Cents {
  return postings.reduce<bigint>((sum, line) => (line.account === account ? sum + line.amount : sum), 0n) as Cents;
}

/** What an investor holds in each of the four accounts. */
export interface InvestorFunds {
  depositFunds: Cents;
  profitFunds: Cents;
  withdrawalHold: Cents;
  runningProfit: Cents;
}

/** What an amount taken from the balance comes from: deposit funds first, then profit funds. */
export interface FundsSplit {
  fromDeposit: Cents;
  fromProfit: Cents;
}
