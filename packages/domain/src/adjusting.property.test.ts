import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { investorAccountKinds, investorAccount } from "./accounts.ts";
import { decideAdjustment } from "./adjusting.ts";
import { computeBalance, computeTotalInvested, computeTotalProfit } from "./investing.ts";
import { ModelWorld } from "./model-world.ts";
import { cents, SCALE, valueDown, type Cents } from "./money.ts";
import { computeOwnMoney } from "./position.ts";
import { byDepth } from "../../../tests/harness/test-depth.ts";

const situation = fc.record({
  deposited: fc.bigInt(30_000n, 50_000_000n),
  shares: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
  profitFunds: fc.bigInt(0n, 1_000_000n),
  granted: fc.bigInt(0n, 1_000_000n),
  moves: fc.array(fc.integer({ min: -300_000, max: 300_000 }), { minLength: 3, maxLength: 3 }),
  lastMove: fc.integer({ min: -100_000, max: 100_000 }),
  isOpen: fc.boolean(),
});

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** An investor in three bots, with a gain or loss in each, and a second investor in some of them. */
function prepareWorld(input: Situation): ModelWorld {
  const world = new ModelWorld(3);
  world.deposit("other", cents(30_000n));
  world.deposit("me", cents(input.deposited));
  world.post([
    { account: "platform:adjustments", amount: cents(-input.profitFunds - input.granted) },
    { account: investorAccount("me", "profit_funds"), amount: cents(input.profitFunds) },
    { account: investorAccount("me", "running_profit"), amount: cents(input.granted) },
  ]);
  world.bots.forEach((bot, index) => {
    world.allocate("other", index, cents(10_000n), 70);
    world.allocate("me", index, cents((input.deposited * BigInt(input.shares[index]!)) / 100n), 80);
    world.openTrade(index, 1n, SCALE);
    bot.price = (bot.price * BigInt(1_000_000 + input.moves[index]!)) / 1_000_000n;
    world.closeTrade(index);
  });
  if (input.isOpen) {
    const [bot] = world.bots;
    world.openTrade(0, -1n, SCALE / 2n);
    bot!.price = (bot!.price * BigInt(1_000_000 + input.lastMove)) / 1_000_000n;
  }
  return world;
}

const readFigures = (world: ModelWorld) => ({
  balance: computeBalance(world.funds("me")),
  totalInvested: computeTotalInvested(world.holdings("me")),
  totalProfit: computeTotalProfit(world.funds("me"), world.holdings("me")),
});

const readGains = (world: ModelWorld) =>
  world
    .holdings("me")
    .map(({ bot, position }) => valueDown(position.units, bot.marks.exit) - computeOwnMoney(position));

const readOthers = (world: ModelWorld) =>
  world
    .holdings("other")
    .map(({ bot, position }) => [bot.marks.exit, position.units, valueDown(position.units, bot.nav)]);

const target = fc.option(fc.bigInt(0n, 60_000_000n).map(cents), { nil: undefined });
const profitTarget = fc.option(fc.bigInt(-5_000_000n, 60_000_000n).map(cents), { nil: undefined });

describe("decideAdjustment", () => {
  it("sets the given figures to the cent, or refuses and moves no money", () => {
    let done = 0;
    let refused = 0;
    fc.assert(
      fc.property(situation, target, target, profitTarget, (input, balance, totalInvested, totalProfit) => {
        const world = prepareWorld(input);
        const before = readFigures(world);
        const others = readOthers(world);
        const adjustments = world.balance("platform:adjustments");
        const decision = world.adjust("me", { balance, totalInvested, totalProfit });
        world.check();
        const after = readFigures(world);
        expect(readOthers(world)).toEqual(others);
        if (decision === null) {
          refused += 1;
          expect(after).toEqual(before);
          expect(world.balance("platform:adjustments")).toBe(adjustments);
          return;
        }
        done += 1;
        expect(after.balance).toBe(balance ?? before.balance);
        expect(after.totalInvested).toBe(totalInvested ?? before.totalInvested);
        if (totalProfit !== undefined) expect(after.totalProfit).toBe(totalProfit);
        for (const kind of investorAccountKinds) {
          expect(world.balance(investorAccount("me", kind))).toBeGreaterThanOrEqual(0n);
        }
        expect(decision.postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
      }),
      { numRuns: byDepth({ ci: 3_000, long: 30_000 }) },
    );
    expect(done).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(100);
  });

  it("keeps the gain or loss of every position when it lowers the total invested", () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 0, max: 100 }), (input, percent) => {
        const world = prepareWorld(input);
        const before = readGains(world);
        const { totalInvested } = readFigures(world);
        const decision = world.adjust("me", { totalInvested: cents((totalInvested * BigInt(percent)) / 100n) });
        world.check();
        if (decision === null || decision.changes.some(({ closed }) => closed)) return;
        expect(readGains(world)).toEqual(before);
      }),
      { numRuns: byDepth({ ci: 1_000, long: 10_000 }) },
    );
  });

  it("restores every figure when the total invested goes up and back down with no open trade", () => {
    fc.assert(
      fc.property(situation, fc.bigInt(1n, 10_000_000n), (input, more) => {
        const world = prepareWorld({ ...input, isOpen: false });
        const before = readFigures(world);
        const own = world.holdings("me").map(({ position }) => [position.ownDeposit, position.ownProfit]);
        world.adjust("me", { totalInvested: cents(before.totalInvested + more) });
        expect(readFigures(world).totalProfit - before.totalProfit).toBeLessThanOrEqual(3n);
        world.adjust("me", { totalInvested: before.totalInvested });
        expect(readFigures(world).totalInvested).toBe(before.totalInvested);
        // Each adjustment is spread by the own money at its time, so a cent may end in another position.
        const drift = world.holdings("me").map(({ position }, index) => position.ownDeposit - own[index]![0]!);
        for (const each of drift) expect(each < 0n ? -each : each).toBeLessThanOrEqual(2n);
        world.check();
      }),
      { numRuns: byDepth({ ci: 1_000, long: 10_000 }) },
    );
  });

  it("never takes more from a position than its value, or from running profit than was granted", () => {
    const world = new ModelWorld(1);
    const [bot] = world.bots;
    world.deposit("me", cents(100_000n));
    world.allocate("me", 0, cents(100_000n), 70);
    world.openTrade(0, 1n, SCALE);
    bot!.price = (bot!.price * 4n) / 10n;
    world.closeTrade(0);
    const [held] = world.holdings("me");
    const value = valueDown(held!.position.units, held!.bot.marks.exit);
    const decide = (targets: { totalInvested?: Cents; totalProfit?: Cents; balance?: Cents }) =>
      decideAdjustment({ userId: "me", funds: world.funds("me"), holdings: world.holdings("me"), targets });
    expect(decide({ totalInvested: cents(100_000n - value - 1n) })).toEqual({
      refused: "POSITION_TOO_SMALL",
      botId: bot!.id,
      value,
    });
    expect(decide({ totalInvested: cents(100_000n - value) })).not.toHaveProperty("refused");
    const loss = value - 100_000n;
    expect(decide({ totalProfit: cents(loss - 1n) })).toEqual({
      refused: "INSUFFICIENT_FUNDS",
      figure: "totalProfit",
      least: loss,
    });
    expect(decide({ totalProfit: cents(loss + 500n) })).not.toHaveProperty("refused");
    expect(decide({ balance: cents(-1n) })).toMatchObject({ refused: "INSUFFICIENT_FUNDS", figure: "balance" });
  });

  it("refuses to raise the total invested without an active position", () => {
    const world = new ModelWorld(1);
    const input = { userId: "me", funds: world.funds("me"), holdings: [] };
    expect(decideAdjustment({ ...input, targets: { totalInvested: cents(1n) } })).toEqual({
      refused: "NO_ACTIVE_POSITION",
    });
    expect(decideAdjustment({ ...input, targets: { totalInvested: cents(0n) } })).toMatchObject({ postings: [] });
  });

  it("keeps every invariant over many random steps", () => {
    const step = fc.record({
      user: fc.constantFrom("a", "b", "c"),
      kind: fc.integer({ min: 0, max: 9 }),
      bot: fc.integer({ min: 0, max: 2 }),
      amount: fc.bigInt(0n, 2_000_000n).map(cents),
      ppm: fc.integer({ min: -60_000, max: 60_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 200 }), (steps) => {
        const world = new ModelWorld(3);
        for (const { user, kind, bot, amount, ppm } of steps) {
          const moved = world.bots[bot]!;
          if (kind === 0) world.deposit(user, cents(amount + 1n));
          else if (kind === 1) world.allocate(user, bot, amount, 90);
          else if (kind === 2) world.deactivate(user, bot);
          else if (kind === 3) world.adjust(user, { balance: amount });
          else if (kind === 4) world.adjust(user, { totalInvested: amount });
          else if (kind === 5) world.adjust(user, { totalProfit: cents(amount - 500_000n), totalInvested: amount });
          else if (kind === 6) world.openTrade(bot, ppm > 0 ? 1n : -1n, SCALE);
          else if (kind === 7) world.closeTrade(bot);
          else if (kind === 8) world.transferInvestment(user, amount);
          else world.transferProfit(user, amount);
          moved.price = (moved.price * BigInt(1_000_000 + ppm)) / 1_000_000n + 1n;
        }
        world.check();
      }),
      { numRuns: byDepth({ ci: 500, long: 5_000 }) },
    );
  });
});
