import { describe, expect, it } from "vitest";
import type { InvestorFunds } from "./accounts.ts";
import {
  decideAllocation,
  decideDeactivation,
  decideInvestmentTransfer,
  decideProfitTransfer,
  decideWaitingProfit,
  decideWaitingTransfer,
  takeFromFunds,
  type BotQuote,
  type Holding,
} from "./investing.ts";
import { accrual, cents, parseNav, parseUnits } from "./money.ts";
import type { Position, ShareAbove } from "./position.ts";

const none = { withdrawalHold: cents(0n), runningProfit: cents(0n) };
const funds: InvestorFunds = { ...none, depositFunds: cents(6_000n), profitFunds: cents(4_000n) };

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
const position = (units: string, ownDeposit: bigint, ownProfit: bigint, lossCarried = 0n): Position => ({
  ...{ units: parseUnits(units), ownDeposit: cents(ownDeposit), ownProfit: cents(ownProfit) },
  ...{
    lossCarried: cents(lossCarried),
    interest: accrual(0n),
    userSharePct: 80,
    shareAbove: "nothing" as const,
    billInterest: accrual(0n),
  },
});
/** 100.00 worth 120.00, and 50.00 worth the same. */
const inGain: Holding = { bot: open, position: position("100", 6_000n, 4_000n) };
const even: Holding = { bot: idle, position: position("50", 5_000n, 0n) };
const inLoss: Holding = { bot: idle, position: position("50", 7_000n, 0n) };
const line = (account: string, amount: bigint) => ({ account, amount });
const noExit = { ownMoney: 0n, value: 0n, returned: 0n, profitToUser: 0n, interest: 0n, profitShare: 0n, loss: 0n };

describe("takeFromFunds", () => {
  it.each([
    [100n, 50n, 60n, 60n, 0n],
    [100n, 50n, 100n, 100n, 0n],
    [100n, 50n, 120n, 100n, 20n],
    [0n, 50n, 20n, 0n, 20n],
    [100n, 50n, 150n, 100n, 50n],
  ])("spends of %s deposit and %s profit funds, for %s, %s and then %s", (deposit, profit, amount, first, then) => {
    const given = { ...none, depositFunds: cents(deposit), profitFunds: cents(profit) };
    expect(takeFromFunds(given, cents(amount))).toEqual({ fromDeposit: first, fromProfit: then });
  });
});

describe("an allocation", () => {
  const allocate = (amount: bigint, former: Position | null = null, bot = open) =>
    decideAllocation({
      userId: "u",
      funds,
      bot,
      former,
      userSharePct: 80,
      shareAbove: "nothing",
      amount: cents(amount),
    });

  it("buys units at the entry mark", () => {
    const after = position("56", 6_000n, 1_000n);
    expect(allocate(7_000n)).toEqual({
      postings: [
        line("user:u:deposit_funds", -6_000n),
        line("user:u:profit_funds", -1_000n),
        line("pool:open", 5_600n),
        line("market", 1_400n),
      ],
      changes: [
        {
          ...{ botId: "open", after, unitsDelta: parseUnits("56"), mark: parseNav("1.25"), tradeOpen: true },
          ...{
            ownDepositDelta: 6_000n,
            ownProfitDelta: 1_000n,
            lossCarriedDelta: 0n,
            interestDelta: 0n,
            billInterestDelta: 0n,
            belowBills: 0n,
            valueDelta: 7_000n,
          },
          ...{ profitShare: 0n, exit: noExit, closed: false },
        },
      ],
      exit: noExit,
      waiting: [],
    });
    expect(allocate(7_000n, null, idle)).toMatchObject({ changes: [{ botId: "idle", tradeOpen: false }] });
  });

  it("adds to the former position and keeps its carried loss", () => {
    const former = position("10", 500n, 100n, 300n);
    expect(allocate(7_000n, former)).toMatchObject({ changes: [{ after: position("66", 6_500n, 1_100n, 300n) }] });
  });

  it("fixes the share of a new position, and keeps that of an active one", () => {
    const shareOf = (former: Position | null, shareAbove: ShareAbove) => {
      const decision = decideAllocation({
        userId: "u",
        funds,
        bot: open,
        former,
        userSharePct: 80,
        shareAbove,
        amount: cents(100n),
      });
      return "refused" in decision ? decision : decision.changes[0]?.after.shareAbove;
    };
    expect(shareOf(null, "bills")).toBe("bills");
    expect(shareOf(position("10", 500n, 100n), "bills")).toBe("nothing");
    expect(shareOf({ ...position("10", 500n, 100n), shareAbove: "bills" }, "nothing")).toBe("bills");
    // A closed position was another one.
    expect(shareOf({ ...position("0", 0n, 0n), shareAbove: "bills" }, "nothing")).toBe("nothing");
  });

  it("may take the whole balance, and no cent more", () => {
    expect(allocate(10_000n)).not.toHaveProperty("refused");
    expect(allocate(10_001n)).toEqual({ refused: "INSUFFICIENT_FUNDS", available: 10_000n });
  });
});

describe("a deactivation", () => {
  it("redeems the whole position at the exit mark and splits its gain", () => {
    const exit = { ...noExit, ownMoney: 10_000n, value: 12_000n, returned: 10_000n };
    const whole = { ...exit, profitToUser: 1_600n, profitShare: 400n };
    expect(decideDeactivation("u", inGain)).toEqual({
      postings: [
        line("pool:open", -10_000n),
        line("market", -2_000n),
        line("user:u:deposit_funds", 6_000n),
        line("user:u:profit_funds", 5_600n),
        line("platform:profit_share", 400n),
      ],
      changes: [
        {
          ...{ botId: "open", after: position("0", 0n, 0n), unitsDelta: 0n - parseUnits("100"), mark: parseNav("1.2") },
          ...{
            tradeOpen: true,
            ownDepositDelta: -6_000n,
            ownProfitDelta: -4_000n,
            lossCarriedDelta: 0n,
            interestDelta: 0n,
            billInterestDelta: 0n,
            belowBills: 0n,
          },
          ...{ valueDelta: -12_000n, profitShare: 400n, exit: whole, closed: true },
        },
      ],
      exit: whole,
      waiting: [],
    });
    expect(decideDeactivation("u", inLoss)).toMatchObject({
      changes: [{ lossCarriedDelta: 2_000n, after: position("0", 0n, 0n, 2_000n) }],
      exit: { returned: 5_000n, loss: 2_000n },
    });
  });

  it("waits when it cannot be settled now", () => {
    expect(decideDeactivation("u", inGain, () => false)).toEqual({
      ...{ postings: [], changes: [], exit: noExit },
      waiting: [{ botId: "open", amount: 10_000n }],
    });
  });
});

describe("an investment transfer", () => {
  const transfer = (amount: bigint, minPosition = 0n, more: { canSettle?: (holding: Holding) => boolean } = {}) =>
    decideInvestmentTransfer({
      ...{ userId: "u", holdings: [inGain, even], amount: cents(amount), minPosition: cents(minPosition) },
      ...more,
    });

  it("takes own money from the positions in proportion", () => {
    expect(transfer(3_000n)).toMatchObject({
      changes: [
        { botId: "open", after: position("80", 4_800n, 3_200n), closed: false },
        { botId: "idle", after: position("40", 4_000n, 0n), closed: false },
      ],
      exit: {
        ownMoney: 3_000n,
        value: 3_400n,
        returned: 3_000n,
        profitToUser: 320n,
        interest: 0n,
        profitShare: 80n,
        loss: 0n,
      },
      waiting: [],
    });
    const half = transfer(1n);
    expect(half).toMatchObject({ changes: [{ botId: "open" }] });
    expect(half).toHaveProperty("changes.length", 1);
  });

  it("closes a position with less than the minimum left", () => {
    expect(transfer(3_000n, 4_000n)).toMatchObject({ changes: [{ closed: false }, { closed: false }] });
    expect(transfer(3_000n, 4_001n)).toMatchObject({
      changes: [{ closed: false }, { closed: true, ownDepositDelta: -5_000n }],
      exit: { ownMoney: 7_000n },
    });
  });

  it("leaves a position open that has own money and no units", () => {
    const holdings = [{ bot: idle, position: position("0", 3_000n, 0n) }];
    const input = { userId: "u", holdings, amount: cents(1_000n), minPosition: cents(0n) };
    const change = { after: position("0", 2_000n, 0n, 1_000n), closed: false };
    expect(decideInvestmentTransfer(input)).toMatchObject({ changes: [change] });
  });

  it("may take all own money, and no cent more", () => {
    expect(transfer(15_000n)).toMatchObject({ exit: { ownMoney: 15_000n } });
    expect(transfer(15_001n)).toEqual({ refused: "INSUFFICIENT_FUNDS", available: 15_000n });
  });

  it("settles what it can, and the rest waits", () => {
    expect(transfer(3_000n, 0n, { canSettle: ({ bot }) => bot.id === "idle" })).toMatchObject({
      ...{ changes: [{ botId: "idle" }], exit: { ownMoney: 1_000n } },
      waiting: [{ botId: "open", amount: 2_000n }],
    });
  });

  it("settles a waiting part later, up to the own money", () => {
    expect(decideWaitingTransfer("u", inGain, cents(2_000n)).exit.ownMoney).toBe(2_000n);
    expect(decideWaitingTransfer("u", inGain, cents(20_000n)).exit.ownMoney).toBe(10_000n);
  });
});

describe("a profit transfer", () => {
  const granted: InvestorFunds = { ...funds, runningProfit: cents(300n) };
  const transfer = (
    amount: bigint,
    { holdings = [inGain, even], canSettle }: { holdings?: Holding[]; canSettle?: () => boolean } = {},
  ) =>
    decideProfitTransfer({
      userId: "u",
      funds: granted,
      holdings,
      amount: cents(amount),
      ...(canSettle ? { canSettle } : {}),
    });

  it("takes granted profit first, without a split", () => {
    expect(transfer(300n)).toEqual({
      postings: [line("user:u:running_profit", -300n), line("user:u:profit_funds", 300n)],
      ...{ changes: [], exit: noExit, waiting: [] },
    });
    expect(transfer(300n, { holdings: [] })).toMatchObject({ changes: [], exit: noExit });
  });

  it("takes none from a position in loss, and leaves one open that has units and no own money", () => {
    const gainOnly: Holding = { bot: open, position: position("10", 0n, 0n) };
    const small: Holding = { bot: idle, position: position("50", 5_100n, 0n) };
    const change = { botId: "open", profitShare: 99n, closed: false };
    expect(transfer(700n, { holdings: [gainOnly, small] })).toMatchObject({ changes: [change] });
    expect(transfer(700n, { holdings: [gainOnly, small] })).toHaveProperty("changes.length", 1);
  });

  it("takes the rest from the positions in gain and leaves their own money", () => {
    const decision = transfer(700n);
    expect(decision).toMatchObject({
      changes: [{ botId: "open", ownDepositDelta: 0n, ownProfitDelta: 0n, closed: false }],
      exit: { ownMoney: 0n, returned: 0n, profitToUser: 400n, loss: 0n },
    });
    expect(decision).toMatchObject({
      postings: expect.arrayContaining([
        line("user:u:running_profit", -300n),
        line("user:u:profit_funds", 700n),
      ]) as unknown,
    });
    expect(
      transfer(301n, { holdings: [inGain, { bot: { ...open, id: "second" }, position: inGain.position }] }),
    ).toHaveProperty("changes.length", 1);
  });

  it("may take all profit, less the losses, and no cent more", () => {
    expect(transfer(1_900n)).toMatchObject({ exit: { profitToUser: 1_600n } });
    expect(transfer(1_901n)).toEqual({ refused: "INSUFFICIENT_FUNDS", available: 1_900n });
    expect(transfer(1n, { holdings: [inLoss] })).toEqual({ refused: "INSUFFICIENT_FUNDS", available: 0n });
  });

  it("waits when it cannot be settled now, but for what was granted", () => {
    expect(transfer(700n, { canSettle: () => false })).toEqual({
      postings: [line("user:u:running_profit", -300n), line("user:u:profit_funds", 300n)],
      ...{ changes: [], exit: noExit, waiting: [{ botId: "open", amount: 400n }] },
    });
  });

  it("settles a waiting part later, up to the profit", () => {
    expect(decideWaitingProfit("u", inGain, cents(400n)).exit.profitToUser).toBe(400n);
    expect(decideWaitingProfit("u", inGain, cents(9_999n)).exit.profitToUser).toBe(1_600n);
    for (const holding of [even, inLoss]) expect(decideWaitingProfit("u", holding, cents(1n)).changes).toEqual([]);
  });
});
