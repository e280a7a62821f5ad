import { describe, expect, it } from "vitest";
import { cents, formatUnits, parseNav, parseUnits, type Cents } from "./money.ts";
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
  userSharePct: 80,
};
const [inGain, inLoss] = [parseNav("1.1"), parseNav("0.9")];
const withCarriedLoss = (lossCarried: bigint): Position => ({ ...position, lossCarried: cents(lossCarried) });
const empty = { units: 0n, ownDeposit: 0n, ownProfit: 0n, userSharePct: 80 };

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
      { value: 11_000n, toDepositFunds: 6_000n, toProfitFunds: 4_800n, gainToUser: 800n, profitShare: 200n },
      800n,
    ],
    ["1", { value: 10_000n, toDepositFunds: 6_000n, toProfitFunds: 4_000n, gainToUser: 0n, profitShare: 0n }, 0n],
    ["0.9", { value: 9_000n, toDepositFunds: 5_400n, toProfitFunds: 3_600n, gainToUser: 0n, profitShare: 0n }, -1_000n],
    ["0.9999", { value: 9_999n, toDepositFunds: 5_999n, toProfitFunds: 4_000n, gainToUser: 0n, profitShare: 0n }, -1n],
    ["0", { value: 0n, toDepositFunds: 0n, toProfitFunds: 0n, gainToUser: 0n, profitShare: 0n }, -10_000n],
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
      payout: { value: 5_500n, toDepositFunds: 3_000n, toProfitFunds: 2_400n, gainToUser: 400n, profitShare: 100n },
      loss: 0n,
    });
  });

  it("carries the loss of a slice", () => {
    expect(redeemOwnMoney(position, cents(5_000n), inLoss)).toEqual({
      after: { ...position, units: parseUnits("50"), ownDeposit: 3_000n, ownProfit: 2_000n, lossCarried: 500n },
      redeemedUnits: parseUnits("50"),
      ownMoney: 5_000n,
      payout: { value: 4_500n, toDepositFunds: 2_700n, toProfitFunds: 1_800n, gainToUser: 0n, profitShare: 0n },
      loss: 500n,
    });
  });

  it("uses a slice's proportion of a carried loss, rounded up", () => {
    const { after, payout } = redeemOwnMoney(withCarriedLoss(300n), cents(5_000n), inGain);
    expect(after.lossCarried).toBe(150n);
    expect(payout).toMatchObject({ toProfitFunds: 2_430n, gainToUser: 430n, profitShare: 70n });
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
      payout: { value: 499n, toDepositFunds: 0n, toProfitFunds: 400n, gainToUser: 400n, profitShare: 99n },
      loss: 0n,
    });
  });

  it("uses the carried loss that the gain makes up", () => {
    expect(redeemGain(withCarriedLoss(300n), cents(200n), inGain).after.lossCarried).toBe(100n);
    expect(redeemGain(withCarriedLoss(300n), cents(860n), inGain).after.lossCarried).toBe(0n);
  });

  it.each([
    [0n, "1.1", 1_000n],
    [801n, "1.1", 1_000n],
    [1n, "1", 0n],
    [1n, "0.9", -1_000n],
  ])("refuses %s cents at a unit price of %s", (share, at, gain) => {
    const message = `Cannot take ${share} cents from a gain of ${gain} cents`;
    expect(() => redeemGain(position, cents(share), parseNav(at))).toThrow(new RangeError(message));
  });
});
