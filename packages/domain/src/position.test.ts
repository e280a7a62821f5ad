import { describe, expect, it } from "vitest";
import { accrual, cents, formatUnits, parseNav, parseUnits, type Cents } from "./money.ts";
import {
  computeGainShare,
  computeGrossGain,
  computePayout,
  computeRunningProfit,
  redeemGain,
  redeemOwnMoney,
  type Position,
} from "./position.ts";

/** 100 units for 100 dollars: 60 from deposit funds and 40 from profit funds. */
const position: Position = {
  units: parseUnits("100"),
  ownDeposit: cents(6_000n),
  ownProfit: cents(4_000n),
  lossCarried: cents(0n),
  interest: accrual(0n),
  shareAbove: "nothing",
  billInterest: accrual(0n),
  userSharePct: 80,
};
const [inGain, inLoss] = [parseNav("1.1"), parseNav("0.9")];
const withCarriedLoss = (lossCarried: bigint): Position => ({ ...position, lossCarried: cents(lossCarried) });
const empty = {
  ...{ units: 0n, ownDeposit: 0n, ownProfit: 0n, interest: 0n, userSharePct: 80 },
  ...{ shareAbove: "nothing", billInterest: 0n },
};

describe("the investor's share of a gain", () => {
  it.each([
    [1_000n, 0n, 70, 700n],
    [1_001n, 0n, 70, 700n],
    [1_000n, 400n, 80, 880n],
    [300n, 400n, 80, 300n],
    [400n, 400n, 80, 400n],
    [0n, 0n, 90, 0n],
  ] as const)("of %s cents after a carried loss of %s, at %s per cent, is %s", (gain, lossCarried, pct, share) => {
    expect(computeGainShare(cents(gain), cents(lossCarried), pct)).toBe(share);
  });
});

describe("the payout of a position", () => {
  it.each([
    [
      "1.1",
      {
        value: 11_000n,
        toDepositFunds: 6_000n,
        toProfitFunds: 4_800n,
        gainToUser: 800n,
        interest: 0n,
        profitShare: 200n,
      },
      800n,
    ],
    [
      "1",
      { value: 10_000n, toDepositFunds: 6_000n, toProfitFunds: 4_000n, gainToUser: 0n, interest: 0n, profitShare: 0n },
      0n,
    ],
    [
      "0.9",
      { value: 9_000n, toDepositFunds: 5_400n, toProfitFunds: 3_600n, gainToUser: 0n, interest: 0n, profitShare: 0n },
      -1_000n,
    ],
    [
      "0.9999",
      { value: 9_999n, toDepositFunds: 5_999n, toProfitFunds: 4_000n, gainToUser: 0n, interest: 0n, profitShare: 0n },
      -1n,
    ],
    [
      "0",
      { value: 0n, toDepositFunds: 0n, toProfitFunds: 0n, gainToUser: 0n, interest: 0n, profitShare: 0n },
      -10_000n,
    ],
  ])("at a unit price of %s splits a gain, and a loss in proportion", (at, payout, runningProfit) => {
    expect(computePayout(position, parseNav(at))).toEqual(payout);
    expect(computeRunningProfit(position, parseNav(at))).toBe(runningProfit);
  });
});

describe("redeemOwnMoney", () => {
  it("pays a slice of a gain and keeps the rest in proportion", () => {
    expect(redeemOwnMoney(position, cents(5_000n), inGain)).toEqual({
      after: { ...position, units: parseUnits("50"), ownDeposit: 3_000n, ownProfit: 2_000n },
      redeemedUnits: parseUnits("50"),
      ownMoney: 5_000n,
      payout: {
        value: 5_500n,
        toDepositFunds: 3_000n,
        toProfitFunds: 2_400n,
        gainToUser: 400n,
        interest: 0n,
        profitShare: 100n,
      },
      loss: 0n,
    });
  });

  it("carries the loss of a slice", () => {
    expect(redeemOwnMoney(position, cents(5_000n), inLoss)).toEqual({
      after: { ...position, units: parseUnits("50"), ownDeposit: 3_000n, ownProfit: 2_000n, lossCarried: 500n },
      redeemedUnits: parseUnits("50"),
      ownMoney: 5_000n,
      payout: {
        value: 4_500n,
        toDepositFunds: 2_700n,
        toProfitFunds: 1_800n,
        gainToUser: 0n,
        interest: 0n,
        profitShare: 0n,
      },
      loss: 500n,
    });
  });

  it("uses a slice's proportion of a carried loss, rounded up", () => {
    const { after, payout } = redeemOwnMoney(withCarriedLoss(300n), cents(5_000n), inGain);
    expect(after.lossCarried).toBe(150n);
    expect(payout).toMatchObject({ toProfitFunds: 2_430n, gainToUser: 430n, interest: 0n, profitShare: 70n });
    expect(redeemOwnMoney(withCarriedLoss(1n), cents(5_000n), inGain).after.lossCarried).toBe(0n);
  });

  it("closes the whole position, and keeps what is left of its carried loss", () => {
    expect(redeemOwnMoney(withCarriedLoss(300n), cents(10_000n), inGain).after).toEqual({ ...empty, lossCarried: 0n });
    expect(redeemOwnMoney(withCarriedLoss(1_300n), cents(10_000n), inGain).after).toEqual({
      ...empty,
      lossCarried: 300n,
    });
    expect(redeemOwnMoney(withCarriedLoss(300n), cents(10_000n), inLoss).after).toEqual({
      ...empty,
      lossCarried: 1_300n,
    });
  });

  it.each([
    ["in gain", "1", 3n, "0.04", "0.666666666667"],
    ["at its own money", "1", 3n, "0.03", "0.666666666667"],
    ["in loss", "1", 30n, "0.01", "0.966666666667"],
    ["in loss, of whose last cent it has a part", "1", 30n, "0.019", "0.966666666667"],
    ["whose rest would be worth a cent too much", "0.001428585714", 100_000n, "700000", "0.001428571428"],
  ])("keeps the units of a position %s in proportion, rounded up if it may", (_, held, own, at, left) => {
    const small: Position = { ...position, units: parseUnits(held), ownDeposit: cents(own), ownProfit: cents(0n) };
    expect(formatUnits(redeemOwnMoney(small, cents(1n), parseNav(at)).after.units)).toBe(left);
  });

  it("redeems units without own money", () => {
    const gainOnly = { ...position, ownDeposit: cents(0n), ownProfit: cents(0n) };
    expect(redeemOwnMoney(gainOnly, cents(0n), inGain)).toMatchObject({ ownMoney: 0n, payout: { gainToUser: 8_800n } });
  });

  it.each([0n, -1n, 10_001n])("refuses %s of 10000 cents", (amount) => {
    const message = `Cannot redeem ${amount} cents of 10000 cents of own money`;
    expect(() => redeemOwnMoney(position, cents(amount), inGain)).toThrow(new RangeError(message));
  });
});

describe("redeemGain", () => {
  const grossGain = (gain: bigint, lossCarried: bigint, share: bigint): Cents =>
    computeGrossGain(cents(gain), cents(lossCarried), 80, cents(share));

  it.each([
    [1_000n, 0n, 800n, 999n],
    [1_000n, 0n, 400n, 499n],
    [1_000n, 0n, 1n, 1n],
    [1_000n, 300n, 200n, 200n],
    [1_000n, 300n, 300n, 300n],
    [1_000n, 300n, 301n, 301n],
    [1_000n, 300n, 860n, 999n],
  ])("of %s cents after a carried loss of %s takes the least gain for %s: %s", (gain, lossCarried, share, gross) => {
    expect(grossGain(gain, lossCarried, share)).toBe(gross);
    const left = lossCarried < gross ? 0n : lossCarried - gross;
    const shareOf = (part: bigint, carried: bigint) => computeGainShare(cents(part), cents(carried), 80);
    expect(shareOf(gain, lossCarried) - shareOf(gain - gross, left)).toBe(share);
  });

  it("takes a share and leaves the own money", () => {
    expect(redeemGain(position, cents(400n), inGain)).toEqual({
      after: { ...position, units: parseUnits("95.463636363637") },
      redeemedUnits: parseUnits("4.536363636363"),
      ownMoney: 0n,
      payout: {
        value: 499n,
        toDepositFunds: 0n,
        toProfitFunds: 400n,
        gainToUser: 400n,
        interest: 0n,
        profitShare: 99n,
      },
      loss: 0n,
    });
  });

  it("uses the carried loss that the gain makes up", () => {
    expect(redeemGain(withCarriedLoss(300n), cents(200n), inGain).after.lossCarried).toBe(100n);
    expect(redeemGain(withCarriedLoss(300n), cents(860n), inGain).after.lossCarried).toBe(0n);
  });

  it.each([
    [0n, "1.1", 800n],
    [801n, "1.1", 800n],
    [1n, "1", 0n],
    [1n, "0.9", -1_000n],
  ])("refuses %s cents at a unit price of %s", (share, at, gain) => {
    const message = `Cannot take ${share} cents from a profit of ${gain} cents`;
    expect(() => redeemGain(position, cents(share), parseNav(at))).toThrow(new RangeError(message));
  });
});

describe("a position with interest", () => {
  /** 10.00 of the value is interest: at 1.3 the trading gain is 20.00, at 1.05 the trading loss 5.00. */
  const withInterest: Position = { ...position, interest: accrual(10_000_000_000_000n) };
  const [gained, lost] = [parseNav("1.3"), parseNav("1.05")];

  it("gives the interest to profit funds and splits the trading gain", () => {
    expect(computePayout(withInterest, gained)).toEqual({
      ...{ value: 13_000n, toDepositFunds: 6_000n, toProfitFunds: 6_600n },
      ...{ gainToUser: 2_600n, interest: 1_000n, profitShare: 400n },
    });
    expect(computeRunningProfit(withInterest, gained)).toBe(2_600n);
  });

  it("takes a trading loss from the own money, and leaves the interest", () => {
    expect(computePayout(withInterest, lost)).toEqual({
      ...{ value: 10_500n, toDepositFunds: 5_700n, toProfitFunds: 4_800n },
      ...{ gainToUser: 1_000n, interest: 1_000n, profitShare: 0n },
    });
    expect(computeRunningProfit(withInterest, lost)).toBe(500n);
    expect(redeemOwnMoney(withInterest, cents(10_000n), lost)).toMatchObject({
      loss: 500n,
      after: { lossCarried: 500n },
    });
  });

  it("loses interest to a loss of more than the own money", () => {
    expect(computePayout(withInterest, parseNav("0.04"))).toMatchObject({
      ...{ value: 400n, toDepositFunds: 0n, toProfitFunds: 400n, interest: 400n },
    });
  });

  it("gives a slice its proportion of the interest", () => {
    const { after, payout } = redeemOwnMoney(withInterest, cents(2_500n), gained);
    expect(after.interest).toBe(7_500_000_000_000n);
    expect(payout).toMatchObject({ interest: 250n, gainToUser: 650n, profitShare: 100n });
  });

  it("takes interest before the trading gain, and uses it up", () => {
    const first = redeemGain(withInterest, cents(600n), gained);
    expect(first.after.interest).toBe(4_000_000_000_000n);
    expect(first.payout).toMatchObject({ toProfitFunds: 600n, profitShare: 0n });
    const second = redeemGain(first.after, cents(1_200n), gained);
    expect(second.after.interest).toBe(0n);
    expect(second.payout).toMatchObject({ toProfitFunds: 1_200n, profitShare: 199n });
  });

  it("can be taken while trading has lost, down to the own money", () => {
    expect(redeemGain(withInterest, cents(500n), lost).after.interest).toBe(5_000_000_000_000n);
    expect(() => redeemGain(withInterest, cents(501n), lost)).toThrow(
      "Cannot take 501 cents from a profit of 500 cents",
    );
  });
});
