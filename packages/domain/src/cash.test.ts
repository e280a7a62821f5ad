import { describe, expect, it } from "vitest";
import type { InvestorFunds } from "./accounts.ts";
import {
  buildDepositPostings,
  buildPayoutPostings,
  buildRailFeePostings,
  buildReleasePostings,
  buildReversalPostings,
  computeLeftInLimit,
  computeMinimumWithdrawal,
  decideWithdrawal,
} from "./cash.ts";
import { cents } from "./money.ts";

const funds: InvestorFunds = {
  depositFunds: cents(600n),
  profitFunds: cents(400n),
  withdrawalHold: cents(50n),
  runningProfit: cents(70n),
};
const split = { fromDeposit: cents(600n), fromProfit: cents(100n) };

describe("a withdrawal", () => {
  it("is taken from deposit funds first, and held", () => {
    const postings = [
      { account: "user:u:deposit_funds", amount: -600n },
      { account: "user:u:profit_funds", amount: -100n },
      { account: "user:u:withdrawal_hold", amount: 700n },
    ];
    expect(decideWithdrawal("u", funds, cents(700n))).toEqual({ split, postings });
  });

  it("may take the whole balance, and no cent more", () => {
    expect(decideWithdrawal("u", funds, cents(1_000n))).not.toHaveProperty("refused");
    expect(decideWithdrawal("u", funds, cents(1_001n))).toEqual({ refused: "INSUFFICIENT_FUNDS", available: 1_000n });
  });

  it("is at least the minimum, or the whole balance when that is lower", () => {
    expect([900n, 1_100n].map((minimum) => computeMinimumWithdrawal(funds, cents(minimum)))).toEqual([900n, 1_000n]);
  });

  it("leaves of a limit what is not used", () => {
    expect([0n, 9n, 10n, 11n].map((used) => computeLeftInLimit(cents(10n), cents(used)))).toEqual([10n, 1n, 0n, 0n]);
  });
});

describe("the lines of the ledger", () => {
  it("credit a deposit to deposit funds", () => {
    expect(buildDepositPostings("u", "bank", cents(5n))).toEqual([
      { account: "external:bank", amount: -5n },
      { account: "user:u:deposit_funds", amount: 5n },
    ]);
  });

  it("pay a hold out over its rail, with the fee on the platform", () => {
    const paid = { account: "user:u:withdrawal_hold", amount: -700n };
    expect(buildPayoutPostings("u", "mpesa", split)).toEqual([paid, { account: "external:mpesa", amount: 700n }]);
    expect(buildPayoutPostings("u", "mpesa", split, cents(3n))).toEqual([
      paid,
      { account: "external:mpesa", amount: 703n },
      { account: "platform:fees", amount: -3n },
    ]);
    expect(buildRailFeePostings("bank", cents(3n))).toEqual([
      { account: "platform:fees", amount: -3n },
      { account: "external:bank", amount: 3n },
    ]);
  });

  it("return a payment or a hold to the funds that it came from", () => {
    const returned = [
      { account: "user:u:deposit_funds", amount: 600n },
      { account: "user:u:profit_funds", amount: 100n },
    ];
    expect(buildReversalPostings("u", "crypto", split)).toEqual([
      { account: "external:crypto", amount: -700n },
      ...returned,
    ]);
    expect(buildReleasePostings("u", split)).toEqual([
      { account: "user:u:withdrawal_hold", amount: -700n },
      ...returned,
    ]);
  });
});
