import type { Cents } from "./money.ts";

/** The four accounts of every investor. None of them may be negative. */
export const investorAccountKinds = ["deposit_funds", "profit_funds", "withdrawal_hold", "running_profit"] as const;
export type InvestorAccountKind = (typeof investorAccountKinds)[number];

/** The kind of a withdrawal or deposit, of which the contracts have the list. Each has its account `external:{rail}`. */
export type Rail = string;

/** The code of a ledger account; docs/reference/chart-of-accounts.md lists them. */
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

/** One line of a ledger transaction: the amount added to the account, negative when taken from it. */
export interface Posting {
  account: AccountCode;
  amount: Cents;
}

export const investorAccount = (userId: string, kind: InvestorAccountKind): AccountCode => `user:${userId}:${kind}`;
export const poolAccount = (botId: string): AccountCode => `pool:${botId}`;
export const externalAccount = (rail: Rail): AccountCode => `external:${rail}`;

/**
 * Merges the lines of each account into one and drops the lines that come to zero.
 * @throws Error when the lines do not sum to zero: a broken invariant, never an expected failure
 */
export function mergePostings(lines: readonly Posting[]): Posting[] {
  const byAccount = new Map<AccountCode, bigint>();
  for (const { account, amount } of lines) byAccount.set(account, (byAccount.get(account) ?? 0n) + amount);
  const postings = [...byAccount].filter(([, amount]) => amount !== 0n);
  const sum = postings.reduce((total, [, amount]) => total + amount, 0n);
  if (sum !== 0n) throw new Error(`A ledger transaction must sum to zero; this one sums to ${sum} cents`);
  return postings.map(([account, amount]) => ({ account, amount: amount as Cents }));
}

/** The amount that a transaction adds to an account, negative when it takes from it. */
export function sumPostings(postings: readonly Posting[], account: AccountCode): Cents {
  return postings.reduce<bigint>((sum, line) => (line.account === account ? sum + line.amount : sum), 0n) as Cents;
}

/** The balances of an investor's four accounts. */
export interface InvestorFunds {
  depositFunds: Cents;
  profitFunds: Cents;
  withdrawalHold: Cents;
  runningProfit: Cents;
}

/** The sources of an amount taken from the balance: deposit funds first, then profit funds. */
export interface FundsSplit {
  fromDeposit: Cents;
  fromProfit: Cents;
}
