import {
  mergePostings,
  externalAccount,
  investorAccount,
  type FundsSplit,
  type InvestorFunds,
  type Posting,
  type Rail,
} from "./accounts.ts";
import { computeBalance, buildFundsPostings, takeFromFunds, type Refusal } from "./investing.ts";
import { add, minCents, negate, subtract, ZERO_CENTS, type Cents } from "./money.ts";

/** Credits a received deposit to deposit funds. */
export function buildDepositPostings(userId: string, rail: Rail, amount: Cents): Posting[] {
  return mergePostings([
    { account: externalAccount(rail), amount: negate(amount) },
    { account: investorAccount(userId, "deposit_funds"), amount },
  ]);
}

export interface WithdrawalHold {
  split: FundsSplit;
  postings: Posting[];
}

/** Moves the amount of a withdrawal from the balance to the withdrawal hold. */
export function decideWithdrawal(userId: string, funds: InvestorFunds, amount: Cents): WithdrawalHold | Refusal {
  if (amount > computeBalance(funds)) return { refused: "INSUFFICIENT_FUNDS", available: computeBalance(funds) };
  const split = takeFromFunds(funds, amount);
  return {
    split,
    postings: mergePostings([
      ...buildFundsPostings(userId, split, -1n),
      { account: investorAccount(userId, "withdrawal_hold"), amount },
    ]),
  };
}

/** The smallest amount that can be withdrawn: the minimum, or the whole balance when that is lower. */
export function computeMinimumWithdrawal(funds: InvestorFunds, minimum: Cents): Cents {
  return minCents(minimum, computeBalance(funds));
}

/** Divides a hold: a smaller withdrawal keeps deposit funds first, as if it had been the request, and the rest returns. */
export function divideHold(
  { fromDeposit, fromProfit }: FundsSplit,
  amount: Cents,
): { kept: FundsSplit; returned: FundsSplit } {
  const keptDeposit = minCents(fromDeposit, amount);
  const keptProfit = subtract(amount, keptDeposit);
  return {
    kept: { fromDeposit: keptDeposit, fromProfit: keptProfit },
    returned: { fromDeposit: subtract(fromDeposit, keptDeposit), fromProfit: subtract(fromProfit, keptProfit) },
  };
}

/** Pays a withdrawal hold out over the rail. The rail's fee is paid by the platform, never by the investor. */
export function buildPayoutPostings(userId: string, rail: Rail, split: FundsSplit, fee: Cents = ZERO_CENTS): Posting[] {
  const amount = add(split.fromDeposit, split.fromProfit);
  return mergePostings([
    { account: investorAccount(userId, "withdrawal_hold"), amount: negate(amount) },
    { account: externalAccount(rail), amount },
    ...buildRailFeePostings(rail, fee),
  ]);
}

/** The cost of a payment: paid by the platform to the rail. */
export function buildRailFeePostings(rail: Rail, fee: Cents): Posting[] {
  return mergePostings([
    { account: "platform:fees", amount: negate(fee) },
    { account: externalAccount(rail), amount: fee },
  ]);
}

/** Returns a payment that came back after it had been paid, to the funds that the withdrawal was taken from. Its fee is not returned. */
export function buildReversalPostings(userId: string, rail: Rail, split: FundsSplit): Posting[] {
  const amount = add(split.fromDeposit, split.fromProfit);
  return mergePostings([
    { account: externalAccount(rail), amount: negate(amount) },
    ...buildFundsPostings(userId, split, 1n),
  ]);
}

/** Returns a withdrawal hold to the funds that it came from. */
export function buildReleasePostings(userId: string, split: FundsSplit): Posting[] {
  const amount = add(split.fromDeposit, split.fromProfit);
  return mergePostings([
    { account: investorAccount(userId, "withdrawal_hold"), amount: negate(amount) },
    ...buildFundsPostings(userId, split, 1n),
  ]);
}

/** The rest of a limit; zero when it is used up. */
export function computeLeftInLimit(limit: Cents, used: Cents): Cents {
  return used >= limit ? ZERO_CENTS : subtract(limit, used);
}
