import {
  balancedPostings,
  externalAccount,
  investorAccount,
  type FundsSplit,
  type InvestorFunds,
  type Posting,
  type Rail,
} from "./accounts.ts";
import { balanceOf, fundsPostings, takeFromFunds, type Refusal } from "./investing.ts";
import { add, least, negate, type Cents } from "./money.ts";

/** A deposit that arrived is credited to deposit funds. */
export function depositPostings(userId: string, rail: Rail, amount: Cents): Posting[] {
  return balancedPostings([
    { account: externalAccount(rail), amount: negate(amount) },
    { account: investorAccount(userId, "deposit_funds"), amount },
  ]);
}

export interface WithdrawalHold {
  split: FundsSplit;
  postings: Posting[];
}

/** Takes a withdrawal's amount out of the balance into the hold. */
export function decideWithdrawal(userId: string, funds: InvestorFunds, amount: Cents): WithdrawalHold | Refusal {
  if (amount > balanceOf(funds)) return { refused: "INSUFFICIENT_FUNDS", available: balanceOf(funds) };
  const split = takeFromFunds(funds, amount);
  return {
    split,
    postings: balancedPostings([
      ...fundsPostings(userId, split, -1n),
      { account: investorAccount(userId, "withdrawal_hold"), amount },
    ]),
  };
}

/** The least that can be withdrawn: the minimum, or the whole balance if that is less. */
export function leastWithdrawal(funds: InvestorFunds, minimum: Cents): Cents {
  return least(minimum, balanceOf(funds));
}

/** Pays a hold out to the world. */
export function payoutPostings(userId: string, rail: Rail, split: FundsSplit): Posting[] {
  const amount = add(split.fromDeposit, split.fromProfit);
  return balancedPostings([
    { account: investorAccount(userId, "withdrawal_hold"), amount: negate(amount) },
    { account: externalAccount(rail), amount },
  ]);
}

/** Gives a hold back to the funds that it came from. */
export function releasePostings(userId: string, split: FundsSplit): Posting[] {
  const amount = add(split.fromDeposit, split.fromProfit);
  return balancedPostings([
    { account: investorAccount(userId, "withdrawal_hold"), amount: negate(amount) },
    ...fundsPostings(userId, split, 1n),
  ]);
}
