import { describe, expect, it } from "vitest";
import type { InvestorFunds } from "./accounts.ts";
import { computeAdjustedAmount, computeExcessCredit, decideAdjustment, type AdjustmentTargets } from "./adjusting.ts";
import type { BotQuote, Holding, InvestmentDecision } from "./investing.ts";
import { accrual, cents, parseNav, parseUnits } from "./money.ts";
import type { Position } from "./position.ts";

const funds: InvestorFunds = {
  depositFunds: cents(6_000n),
  profitFunds: cents(4_000n),
  withdrawalHold: cents(0n),
  runningProfit: cents(300n),
};
/** A bot whose open trade is up: units cost 1.25 and are redeemed at 1.2. */
const open: BotQuote = {
  id: "open",
  nav: parseNav("1"),
  marks: { entry: parseNav("1.25"), exit: parseNav("1.2"), tradeOpen: true },
};
const idle: BotQuote = {
  id: "idle",
  nav: parseNav("1"),
  marks: { entry: parseNav("1"), exit: parseNav("1"), tradeOpen: false },
};
const position = (units: string, ownDeposit: bigint, ownProfit: bigint): Position => ({
  ...{ units: parseUnits(units), ownDeposit: cents(ownDeposit), ownProfit: cents(ownProfit) },
  ...{
    lossCarried: cents(0n),
    interest: accrual(0n),
    userSharePct: 80,
    shareAbove: "nothing" as const,
    billInterest: accrual(0n),
  },
});
/** 100.00 worth 120.00, and 50.00 worth the same. */
const inGain: Holding = { bot: open, position: position("100", 6_000n, 4_000n) };
const even: Holding = { bot: idle, position: position("50", 5_000n, 0n) };
const line = (account: string, amount: bigint) => ({ account, amount });
const noExit = { ownMoney: 0n, value: 0n, returned: 0n, profitToUser: 0n, interest: 0n, profitShare: 0n, loss: 0n };

const adjust = (targets: Partial<Record<keyof AdjustmentTargets, bigint>>, holdings: readonly Holding[] = [inGain]) =>
  decideAdjustment({ userId: "u", funds, holdings, targets: targets as AdjustmentTargets });

describe("the total invested", () => {
  it("is raised with units at the entry mark, in proportion to the own money", () => {
    const noChange = {
      ownProfitDelta: 0n,
      lossCarriedDelta: 0n,
      interestDelta: 0n,
      billInterestDelta: 0n,
      belowBills: 0n,
      profitShare: 0n,
      exit: noExit,
      closed: false,
    };
    expect(adjust({ totalInvested: 18_000n }, [inGain, even])).toEqual({
      postings: [
        line("pool:open", 1_600n),
        line("market", 400n),
        line("pool:idle", 1_000n),
        line("platform:adjustments", -3_000n),
      ],
      changes: [
        {
          ...{ botId: "open", after: position("116", 8_000n, 4_000n), unitsDelta: parseUnits("16"), ...noChange },
          ...{ mark: parseNav("1.25"), tradeOpen: true, ownDepositDelta: 2_000n, valueDelta: 2_000n },
        },
        {
          ...{ botId: "idle", after: position("60", 6_000n, 0n), unitsDelta: parseUnits("10"), ...noChange },
          ...{ mark: parseNav("1"), tradeOpen: false, ownDepositDelta: 1_000n, valueDelta: 1_000n },
        },
      ],
      ...{ exit: noExit, waiting: [] },
    });
  });

  it("is lowered with units at the exit mark, and deposit funds first", () => {
    const left = position("41.666666666667", 0n, 3_000n);
    expect(adjust({ totalInvested: 3_000n })).toEqual({
      postings: [line("pool:open", -5_833n), line("market", -1_167n), line("platform:adjustments", 7_000n)],
      changes: [
        {
          ...{ botId: "open", after: left, unitsDelta: 0n - parseUnits("58.333333333333"), mark: parseNav("1.2") },
          ...{
            tradeOpen: true,
            ownDepositDelta: -6_000n,
            ownProfitDelta: -1_000n,
            lossCarriedDelta: 0n,
            interestDelta: 0n,
            billInterestDelta: 0n,
            belowBills: 0n,
          },
          ...{ valueDelta: -7_000n, profitShare: 0n, exit: noExit, closed: false },
        },
      ],
      ...{ exit: noExit, waiting: [] },
    });
  });

  it("is lowered to nothing, which closes a position without a gain", () => {
    const closed = { after: position("0", 0n, 0n), closed: true };
    expect(adjust({ totalInvested: 0n }, [even])).toMatchObject({ changes: [closed] });
    expect(adjust({ totalInvested: 0n })).toMatchObject({ changes: [{ ownProfitDelta: -4_000n, closed: false }] });
  });

  it("changes no position whose part is zero, and none when it is the same", () => {
    expect(adjust({ totalInvested: 15_001n }, [inGain, even])).toHaveProperty("changes.length", 1);
    expect(adjust({ totalInvested: 15_000n }, [inGain, even])).toMatchObject({ changes: [], postings: [] });
    expect(adjust({ totalInvested: 0n }, [])).toMatchObject({ changes: [], postings: [] });
  });

  it("is spread equally over positions without own money", () => {
    const gain = (bot: BotQuote): Holding => ({ bot, position: position("10", 0n, 0n) });
    expect(adjust({ totalInvested: 1_000n }, [gain(open), gain(idle)])).toMatchObject({
      changes: [{ ownDepositDelta: 500n }, { ownDepositDelta: 500n }],
    });
  });

  it("is refused without a position, or for more than a position is worth", () => {
    const worthLess: Holding = { bot: idle, position: position("20", 5_000n, 0n) };
    expect(adjust({ totalInvested: 1n }, [])).toEqual({ refused: "NO_ACTIVE_POSITION" });
    expect(adjust({ totalInvested: 3_000n }, [worthLess])).toMatchObject({
      changes: [{ unitsDelta: 0n - parseUnits("20"), closed: false }],
    });
    const refused = { refused: "POSITION_TOO_SMALL", botId: "idle", value: 2_000n };
    expect(adjust({ totalInvested: 2_999n }, [worthLess])).toEqual(refused);
  });
});

describe("the running profit", () => {
  it("is set in its own account, after the positions have changed", () => {
    expect(adjust({ totalProfit: 2_000n })).toMatchObject({
      postings: [line("user:u:running_profit", 100n), line("platform:adjustments", -100n)],
      changes: [],
    });
    // 80 units at 1.25 raise the value to 216.00, so the gain falls to 16.00 and 80 per cent of it to 12.80.
    expect(adjust({ totalInvested: 20_000n, totalProfit: 2_000n })).toMatchObject({
      postings: expect.arrayContaining([line("user:u:running_profit", 420n)]) as unknown,
    });
    // 19.20 of 139.20 in the first, and none in the second.
    expect(adjust({ totalInvested: 18_000n, totalProfit: 2_000n }, [inGain, even])).toMatchObject({
      postings: expect.arrayContaining([line("user:u:running_profit", 164n)]) as unknown,
    });
  });

  it("is at least what the positions have earned", () => {
    expect(adjust({ totalProfit: 1_600n })).toMatchObject({
      postings: [line("user:u:running_profit", -300n), line("platform:adjustments", 300n)],
    });
    const refused = { refused: "INSUFFICIENT_FUNDS", figure: "totalProfit", least: 1_600n };
    expect(adjust({ totalProfit: 1_599n })).toEqual(refused);
  });
});

describe("the balance", () => {
  it.each([
    [12_000n, [line("user:u:deposit_funds", 2_000n), line("platform:adjustments", -2_000n)]],
    [10_000n, []],
    [9_000n, [line("user:u:deposit_funds", -1_000n), line("platform:adjustments", 1_000n)]],
    [
      3_000n,
      [
        line("user:u:deposit_funds", -6_000n),
        line("user:u:profit_funds", -1_000n),
        line("platform:adjustments", 7_000n),
      ],
    ],
  ])("is set to %s cents with deposit funds first", (balance, postings) => {
    expect(adjust({ balance })).toEqual({ postings, changes: [], exit: noExit, waiting: [] });
  });

  it("is never negative", () => {
    expect(adjust({ balance: 0n })).not.toHaveProperty("refused");
    expect(adjust({ balance: -1n })).toEqual({ refused: "INSUFFICIENT_FUNDS", figure: "balance", least: 0n });
  });
});

describe("the amounts that count for a limit", () => {
  it("are all that is given or taken, also in opposite directions", () => {
    const decision = adjust({ totalInvested: 9_000n, totalProfit: 2_000n, balance: 9_000n });
    // 10.00 of own money, 1.00 of running profit and 10.00 of the balance.
    expect(computeAdjustedAmount(decision as InvestmentDecision)).toBe(2_100n);
  });

  it.each([
    [0n, 11_000n, 0n],
    [0n, 11_001n, 1_001n],
    [10_000n, 1_000n, 0n],
    [10_000n, 2_000n, 2_000n],
    [10_500n, 1_000n, 1_000n],
    [9_000n, 3_000n, 2_000n],
  ])("are, of 100.00 requested with %s credited and %s added at 10 per cent free, %s", (credited, amount, counted) => {
    const credit = { requested: cents(10_000n), credited: cents(credited), amount: cents(amount) };
    expect(computeExcessCredit(credit, 10)).toBe(counted);
  });
});
