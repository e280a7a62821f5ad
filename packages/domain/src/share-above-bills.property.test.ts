import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byDepth } from "../../../tests/harness/test-depth.ts";
import { computeBalance } from "./investing.ts";
import { ModelWorld } from "./model-world.ts";
import {
  accrual,
  accruedCents,
  accrueBills,
  cents,
  factor,
  growBillIndex,
  nav,
  ONE_NAV,
  parseNav,
  parseUnits,
  SCALE,
} from "./money.ts";
import type { Cents } from "./money.ts";
import {
  computePayout,
  computeRunningProfit,
  redeemGain,
  redeemOwnMoney,
  type Position,
  type ShareAbove,
} from "./position.ts";

const dollars = (amount: number): Cents => cents(BigInt(Math.round(amount * 100)));

/** 4.5 % a year, of which the operator keeps 0.5. */
const A_DAY = { gross: factor(123_000_000n), margin: factor(14_000_000n) };

describe("a share above bills", () => {
  /** 1,000 dollars in for a year in a fund that holds everything, which then gains. */
  function heldForAYear(shareAbove: ShareAbove, ppm: number): ModelWorld {
    const world = new ModelWorld(1, shareAbove);
    const bot = world.bots[0]!;
    world.deposit("me", dollars(1_000));
    world.allocate("me", 0, dollars(1_000), 70);
    world.openTrade(0, 1n, SCALE);
    for (let day = 0; day < 365; day += 1) world.payInterest(0, A_DAY, true);
    bot.price = (bot.price * BigInt(1_000_000 + ppm)) / 1_000_000n;
    world.closeTrade(0);
    return world;
  }

  it("takes nothing on what bills would have earned, before the margin", () => {
    const [above, plain] = [heldForAYear("bills", 100_000), heldForAYear("nothing", 100_000)];
    // 0.0123 % a day for a year on 1,000 dollars: 45.91.
    expect(accruedCents(above.holdings("me")[0]!.position.billInterest)).toBe(4_591n);
    for (const world of [above, plain]) world.deactivate("me", 0);
    const less = plain.balance("platform:profit_share") - above.balance("platform:profit_share");
    expect(Number(less)).toBeCloseTo(4_591 * 0.3, -0.5);
    above.check();
  });

  it("takes nothing from a gain below bills, and carries no shortfall", () => {
    const world = heldForAYear("bills", 30_000);
    world.deactivate("me", 0);
    expect(world.balance("platform:profit_share")).toBe(0n);
    expect(world.positions.get("me/bot-0")!.lossCarried).toBe(0n);
    expect(computeBalance(world.funds("me"))).toBeGreaterThan(dollars(1_020));
  });

  it("is used up by a profit transfer", () => {
    const world = heldForAYear("bills", 100_000);
    world.transferProfit("me", cents(4_591n));
    expect(world.balance("platform:profit_share")).toBe(0n);
    expect(accruedCents(world.holdings("me")[0]!.position.billInterest)).toBe(0n);
    world.transferProfit("me", cents(70n));
    expect(world.balance("platform:profit_share")).toBe(30n);
  });
});

describe("a position that pays above bills", () => {
  /** 10^-12 dollars in a cent. */
  const PER_CENT = 10n ** 10n;
  const position = (
    given: Partial<Record<"interest" | "bills" | "lost", bigint>>,
    shareAbove: ShareAbove,
  ): Position => ({
    ...{ units: parseUnits("100"), ownDeposit: cents(6_000n), ownProfit: cents(4_000n), userSharePct: 70, shareAbove },
    lossCarried: cents(given.lost ?? 0n),
    interest: accrual((given.interest ?? 0n) * PER_CENT),
    billInterest: accrual(shareAbove === "bills" ? (given.bills ?? 0n) * PER_CENT : 0n),
  });

  it.each([
    ["bills", {}, 600n],
    ["bills", { bills: 500n }, 450n],
    ["the interest, which is more than bills", { interest: 800n, bills: 500n }, 360n],
    ["bills, which are more than the interest", { interest: 500n, bills: 800n }, 360n],
    ["bills and a carried loss", { interest: 500n, bills: 800n, lost: 700n }, 150n],
    ["bills that earned more than it did", { bills: 2_100n }, 0n],
  ])("of 100.00 worth 120.00 pays on what is above %s", (_, given, share) => {
    expect(computePayout(position(given, "bills"), parseNav("1.2"))).toMatchObject({
      ...{ profitShare: share, gainToUser: 2_000n - share, toDepositFunds: 6_000n },
    });
  });

  it("carries a trading loss, and no shortfall against bills", () => {
    const held = position({ interest: 300n, bills: 900n }, "bills");
    expect(redeemOwnMoney(held, cents(10_000n), parseNav("1.05"))).toMatchObject({
      loss: 0n,
      after: { lossCarried: 0n },
    });
    expect(redeemOwnMoney(held, cents(10_000n), parseNav("1.01"))).toMatchObject({
      ...{ loss: 200n, after: { lossCarried: 200n, interest: 0n, billInterest: 0n } },
    });
  });

  it("remembers interest that was taken beyond bills", () => {
    const { after } = redeemGain(position({ interest: 800n, bills: 500n }, "bills"), cents(800n), parseNav("1.2"));
    expect(after).toMatchObject({ interest: 0n, billInterest: -300n * PER_CENT });
    const later = { ...after, billInterest: accrual(after.billInterest + 400n * PER_CENT) };
    // 12.00 of trading gain are left, of which bills are 1.00 above the interest that was taken.
    expect(computePayout(later, parseNav("1.2")).profitShare).toBe(330n);
  });

  it("keeps in a slice's rest its part of what bills would have earned", () => {
    const { after } = redeemOwnMoney(
      position({ interest: 400n, bills: 800n, lost: 200n }, "bills"),
      cents(2_500n),
      parseNav("1.2"),
    );
    expect(after).toMatchObject({ interest: 300n * PER_CENT, billInterest: 600n * PER_CENT, lossCarried: 150n });
  });

  const holding = fc.record({
    interest: fc.bigInt(0n, 3_000n),
    bills: fc.bigInt(0n, 3_000n),
    lost: fc.bigInt(0n, 3_000n),
    at: fc.bigInt(500_000n, 1_800_000n).map((ppm) => nav(ppm * 1_000_000n)),
  });

  it("never pays a share on interest, and never more than one that pays above nothing", () => {
    fc.assert(
      fc.property(holding, ({ at, ...given }) => {
        const [above, plain] = [position(given, "bills"), position(given, "nothing")].map((held) =>
          computePayout(held, at),
        );
        const gain = above!.value - 10_000n - given.interest;
        expect(above!.profitShare).toBeLessThanOrEqual(plain!.profitShare);
        if (gain <= given.lost) expect(above!.profitShare).toBe(0n);
        const most = gain < above!.value - 10_000n - given.bills ? gain : above!.value - 10_000n - given.bills;
        const base = most > given.lost ? most - given.lost : 0n;
        expect(above!.profitShare).toBe(base - (base * 70n) / 100n);
        expect(above!.toDepositFunds + above!.toProfitFunds + above!.profitShare).toBe(above!.value);
      }),
      { numRuns: byDepth({ ci: 1_000, long: 50_000 }) },
    );
  });

  it("pays what one exit would in a hundred transfers of its profit", () => {
    const takes = fc.array(fc.bigInt(1n, 60n), { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(holding, takes, ({ at, ...given }, amounts) => {
        let held = position(given, "bills");
        const once = computePayout(held, at);
        let [paid, shared] = [0n, 0n];
        for (const amount of amounts) {
          const profit = computeRunningProfit(held, at);
          if (profit <= 0n) break;
          const { after, payout } = redeemGain(held, amount < profit ? cents(amount) : profit, at);
          expect(payout.gainToUser).toBe(amount < profit ? amount : profit);
          expect(payout.profitShare).toBeGreaterThanOrEqual(0n);
          [held, paid, shared] = [after, paid + payout.gainToUser, shared + payout.profitShare];
        }
        const rest = computePayout(held, at);
        expect(shared + rest.profitShare).toBe(once.profitShare);
        expect(paid + rest.toDepositFunds + rest.toProfitFunds).toBe(once.toDepositFunds + once.toProfitFunds);
      }),
      { numRuns: byDepth({ ci: 300, long: 10_000 }) },
    );
  });
});

describe("what bills would have earned", () => {
  it("is the same for any days on which it is brought up to date", () => {
    let index = { from: ONE_NAV, to: ONE_NAV };
    let daily = accrual(0n);
    for (let day = 0; day < 365; day += 1) {
      index = { from: index.to, to: growBillIndex(index.to, A_DAY.gross) };
      daily = accrueBills(dollars(1_000), daily, index);
    }
    const atOnce = accrueBills(dollars(1_000), accrual(0n), { from: ONE_NAV, to: index.to });
    // 0.0123 % a day, each day on what the days before earned: 45.918.
    expect(accruedCents(atOnce)).toBe(4_591n);
    expect(atOnce - daily).toBeGreaterThanOrEqual(0n);
    expect(atOnce - daily).toBeLessThanOrEqual(365n);
  });
});
