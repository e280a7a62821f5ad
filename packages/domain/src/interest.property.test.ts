import { describe, expect, it } from "vitest";
import { computeBalance } from "./investing.ts";
import { ModelWorld } from "./model-world.ts";
import { accruedCents, cents, factor, SCALE, type Cents } from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";

const dollars = (amount: number): Cents => cents(BigInt(Math.round(amount * 100)));

/** 4.5 % a year, of which the operator keeps 0.5. */
const A_DAY = { gross: factor(123_000_000n), margin: factor(14_000_000n) };

describe("interest on idle cash", () => {
  const days = (world: ModelWorld, count: number) => {
    for (let day = 0; day < count; day += 1) world.payInterest(0, A_DAY, false);
  };
  const invested = (share: UserSharePct = 70) => {
    const world = new ModelWorld(1);
    world.deposit("me", dollars(1_000));
    world.allocate("me", 0, dollars(1_000), share);
    return world;
  };
  const trade = (world: ModelWorld, ppm: number) => {
    const bot = world.bots[0]!;
    world.openTrade(0, 1n, SCALE);
    bot.price = (bot.price * BigInt(1_000_000 + ppm)) / 1_000_000n;
    world.closeTrade(0);
  };

  it("goes to the investor whole: no share is taken on it", () => {
    const world = invested();
    days(world, 365);
    world.deactivate("me", 0);
    expect(world.balance("platform:profit_share")).toBe(0n);
    // 0.0109 % a day for a year: exp(0.039785) of 1,000 dollars.
    expect(computeBalance(world.funds("me"))).toBe(104_058n);
    expect(world.funds("me")).toMatchObject({ depositFunds: 100_000n, profitFunds: 4_058n });
    expect(
      world.balance("external:treasury") + 104_058n - 100_000n + world.balance("platform:fees"),
    ).toBeLessThanOrEqual(0n);
    world.check();
  });

  it("does not make up a trading loss, which is carried whole", () => {
    const world = invested();
    days(world, 200);
    trade(world, -50_000);
    const held = world.holdings("me")[0]!.position;
    const interest = accruedCents(held.interest);
    world.deactivate("me", 0);
    const paid = computeBalance(world.funds("me"));
    const loss = world.positions.get("me/bot-0")!.lossCarried;
    expect(interest).toBeGreaterThan(2_000n);
    expect(paid).toBe(100_000n + interest - loss);
    expect(world.funds("me").profitFunds).toBe(interest);
    world.check();
  });

  it("takes the share on the trading gain alone", () => {
    const [with_, without] = [invested(), invested()];
    days(with_, 100);
    for (const world of [with_, without]) {
      trade(world, 100_000);
      world.deactivate("me", 0);
    }
    // The gain is a part of a nav that interest has raised by a little more than one per cent.
    const [one, other] = [with_, without].map((world) => Number(world.balance("platform:profit_share")));
    expect(one! / other!).toBeGreaterThan(1.01);
    expect(one! / other!).toBeLessThan(1.012);
  });

  it("is not touched by who joins after it was posted", () => {
    const world = invested();
    days(world, 30);
    world.deposit("late", dollars(1_000));
    world.allocate("late", 0, dollars(1_000), 70);
    world.deactivate("late", 0);
    expect(computeBalance(world.funds("late"))).toBe(100_000n);
  });

  it("leaves a trade that is open a fixed part of the nav at which it opened", () => {
    const world = invested();
    const bot = world.bots[0]!;
    world.openTrade(0, 1n, SCALE);
    days(world, 365);
    bot.price = (bot.price * 110n) / 100n;
    world.closeTrade(0);
    // Interest on the margin, plus 10 % of what was there when the trade opened, less spread and fees.
    expect(Number(bot.nav) / Number(SCALE)).toBeCloseTo(1.040_587 + 0.1 - 0.001_76, 3);
    world.check();
  });

  it("is lost to a loss of everything, and never owed", () => {
    const world = invested();
    days(world, 365);
    world.openTrade(0, -1n, SCALE);
    world.bots[0]!.price *= 3n;
    world.closeTrade(0);
    expect(computeBalance(world.funds("me"))).toBe(0n);
    world.check();
  });
});
