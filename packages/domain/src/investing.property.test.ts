import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poolAccount } from "./accounts.ts";
import { computeBalance, computeTotalProfit } from "./investing.ts";
import { ModelWorld } from "./model-world.ts";
import { cents, factor, formatCents, SCALE, type Cents } from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";
import { byDepth } from "../../../tests/harness/test-depth.ts";
import { computeOwnMoney, type ShareAbove } from "./position.ts";

/** The mulberry32 generator: small, seeded, and good enough for random steps. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const shares: readonly UserSharePct[] = [70, 80, 90];
const dollars = (amount: number): Cents => cents(BigInt(Math.round(amount * 100)));

/** 4.5 % a year, of which the operator keeps 0.5. */
const A_DAY = { gross: factor(123_000_000n), margin: factor(14_000_000n) };

function randomStep(world: ModelWorld, users: readonly string[], random: () => number): void {
  const user = users[Math.floor(random() * users.length)] ?? "";
  const bot = Math.floor(random() * world.bots.length);
  const some = (most: bigint): Cents => cents(BigInt(Math.floor(random() * Number(most))) + 1n);
  const kind = random();
  if (kind < 0.05) world.deposit(user, some(1_000_000n));
  else if (kind < 0.2)
    world.allocate(user, bot, some(computeBalance(world.funds(user)) + 1n), shares[Math.floor(random() * 3)] ?? 70);
  else if (kind < 0.27) world.deactivate(user, bot);
  else if (kind < 0.35) world.transferInvestment(user, some(200_000n), random() < 0.5 ? cents(0n) : cents(10_000n));
  else if (kind < 0.43) {
    const profit = computeTotalProfit(world.funds(user), world.holdings(user));
    if (profit > 0n) world.transferProfit(user, some(profit));
  } else if (kind < 0.5)
    world.openTrade(bot, random() < 0.5 ? 1n : -1n, BigInt(Math.floor(random() * Number(SCALE)) + 1));
  else if (kind < 0.57) world.closeTrade(bot);
  else if (kind < 0.6) world.payInterest(bot, A_DAY, random() < 0.5);
  else if (kind < 0.61) world.shareAbove = random() < 0.5 ? "nothing" : "bills";
  else {
    const moved = world.bots[bot];
    const jump = random() < 0.001 ? 0.4 : 0.02;
    if (moved)
      moved.price = (moved.price * BigInt(Math.floor(1e6 * (1 + (random() - 0.5) * 2 * jump)))) / 1_000_000n + 1n;
  }
}

const STEPS = byDepth({ quick: 50_000, ci: 100_000, long: 1_000_000 });

describe("model of bots and investors", () => {
  it(`keeps every invariant over ${STEPS.toLocaleString("en-US")} random steps, with little dust`, () => {
    const random = seededRandom(20261121);
    const users = Array.from({ length: 12 }, (_, index) => `user-${index}`);
    const world = new ModelWorld(3);
    for (let step = 0; step < STEPS; step += 1) {
      randomStep(world, users, random);
      if (step % 500 === 0) world.check();
    }
    world.check();
    const rounding = world.balance("platform:rounding");
    expect(rounding, `rounding holds ${formatCents(rounding)}`).toBeGreaterThanOrEqual(0n);
    expect(rounding, "rounding takes at most one cent for each flow").toBeLessThan(BigInt(world.flowCount));
  });

  it("reaches the same state when it repeats the same steps", () => {
    const play = () => {
      const random = seededRandom(7);
      const world = new ModelWorld(2);
      for (let step = 0; step < 20_000; step += 1) randomStep(world, ["a", "b", "c"], random);
      return [...world.balances].sort();
    };
    expect(play()).toEqual(play());
  });
});

describe("joining and leaving at unchanged prices", () => {
  const setting = fc.record({
    others: fc.bigInt(1n, 100_000_000n),
    mine: fc.bigInt(1n, 100_000_000n),
    side: fc.constantFrom<1n | -1n>(1n, -1n),
    exposure: fc.bigInt(1n, SCALE),
    movePpm: fc.integer({ min: -300_000, max: 300_000 }),
    openTrade: fc.boolean(),
    earlier: fc.integer({ min: -200_000, max: 200_000 }),
    share: fc.constantFrom<UserSharePct>(70, 80, 90),
  });

  it("never makes a gain and never costs the other investors, with or without an open trade", () => {
    fc.assert(
      fc.property(setting, ({ others, mine, side, exposure, movePpm, openTrade, earlier, share }) => {
        const world = new ModelWorld(1);
        const bot = world.bots[0]!;
        const move = (ppm: number) => (bot.price = (bot.price * BigInt(1_000_000 + ppm)) / 1_000_000n);
        world.deposit("other", cents(others));
        world.deposit("me", cents(mine));
        world.allocate("other", 0, cents(others), 80);
        world.openTrade(0, side, exposure);
        move(earlier);
        world.closeTrade(0);
        if (openTrade) world.openTrade(0, side, exposure);
        move(movePpm);
        const othersBefore = world.holdings("other").map(({ bot: quote, position }) => [quote.marks.exit, position]);
        const poolBefore = world.balance(poolAccount(bot.id));
        world.allocate("me", 0, cents(mine), share);
        world.deactivate("me", 0);
        expect(computeBalance(world.funds("me"))).toBeLessThanOrEqual(mine);
        if (!openTrade) expect(computeBalance(world.funds("me"))).toBe(mine);
        expect(world.holdings("other").map(({ bot: quote, position }) => [quote.marks.exit, position])).toEqual(
          othersBefore,
        );
        expect(world.balance(poolAccount(bot.id))).toBeGreaterThanOrEqual(poolBefore);
        world.check();
      }),
      { numRuns: byDepth({ ci: 1_000, long: 30_000 }) },
    );
  });

  it("takes nothing from earlier investors when a winning trade is about to close", () => {
    const world = new ModelWorld(1);
    const bot = world.bots[0]!;
    world.deposit("holder", dollars(10_000));
    world.deposit("sniper", dollars(10_000));
    world.allocate("holder", 0, dollars(10_000), 90);
    world.openTrade(0, 1n, SCALE);
    bot.price = (bot.price * 105n) / 100n;
    world.allocate("sniper", 0, dollars(10_000), 90);
    world.closeTrade(0);
    world.deactivate("sniper", 0);
    world.deactivate("holder", 0);
    expect(computeBalance(world.funds("sniper"))).toBeLessThan(dollars(10_000));
    expect(computeBalance(world.funds("holder"))).toBeGreaterThan(dollars(10_400));
    world.check();
  });
});

describe("slices", () => {
  const situation = fc.record({
    own: fc.bigInt(20_000n, 50_000_000n),
    profitPart: fc.integer({ min: 0, max: 100 }),
    firstMove: fc.integer({ min: -400_000, max: 400_000 }),
    secondMove: fc.integer({ min: -400_000, max: 400_000 }),
    openTrade: fc.boolean(),
    share: fc.constantFrom<UserSharePct>(70, 80, 90),
    days: fc.integer({ min: 0, max: 60 }),
    shareAbove: fc.constantFrom<ShareAbove>("nothing", "bills"),
    isFund: fc.boolean(),
    slices: fc.array(fc.bigInt(1n, 1_000_000n), { minLength: 100, maxLength: 100 }),
  });

  /** A position with a gain or loss, which may carry a loss from an earlier position. */
  function prepared(input: {
    own: bigint;
    firstMove: number;
    secondMove: number;
    openTrade: boolean;
    share: UserSharePct;
    days: number;
    shareAbove: ShareAbove;
    isFund: boolean;
  }) {
    const world = new ModelWorld(1, input.shareAbove);
    const bot = world.bots[0]!;
    const move = (ppm: number) => (bot.price = (bot.price * BigInt(1_000_000 + ppm)) / 1_000_000n);
    world.deposit("me", cents(input.own));
    world.allocate("me", 0, cents(input.own), input.share);
    world.openTrade(0, 1n, SCALE);
    move(input.firstMove);
    world.closeTrade(0);
    world.deactivate("me", 0);
    world.allocate(
      "me",
      0,
      cents(input.own < computeBalance(world.funds("me")) ? input.own : computeBalance(world.funds("me"))),
      input.share,
    );
    world.openTrade(0, 1n, SCALE);
    // A fund that holds everything earns no interest, and bills would have.
    for (let day = 0; day < input.days; day += 1) world.payInterest(0, A_DAY, input.isFund);
    move(input.secondMove);
    if (!input.openTrade) world.closeTrade(0);
    return world;
  }

  it("pay the same in a hundred slices as in one redemption, to the cent", () => {
    fc.assert(
      fc.property(situation, (input) => {
        const atOnce = prepared(input);
        const before = computeBalance(atOnce.funds("me"));
        atOnce.deactivate("me", 0);
        const inSlices = prepared(input);
        for (const slice of input.slices) {
          const held = inSlices.holdings("me")[0];
          if (!held) break;
          const own = computeOwnMoney(held.position);
          inSlices.transferInvestment("me", slice < own ? cents(slice) : own, cents(0n));
        }
        inSlices.deactivate("me", 0);
        expect(computeBalance(inSlices.funds("me")) - before).toBe(computeBalance(atOnce.funds("me")) - before);
        expect(inSlices.balance("platform:profit_share")).toBe(atOnce.balance("platform:profit_share"));
        expect(inSlices.positions.get("me/bot-0")?.lossCarried).toBe(atOnce.positions.get("me/bot-0")?.lossCarried);
        inSlices.check();
      }),
      { numRuns: byDepth({ ci: 150, long: 4_000 }) },
    );
  });

  it("of profit give the platform no larger share than one redemption", () => {
    fc.assert(
      fc.property(situation, (input) => {
        const atOnce = prepared(input);
        atOnce.deactivate("me", 0);
        const inSlices = prepared(input);
        for (const slice of input.slices.slice(0, 30)) {
          const profit = computeTotalProfit(inSlices.funds("me"), inSlices.holdings("me"));
          if (profit <= 0n) break;
          const asked = slice < profit ? cents(slice) : profit;
          const before = computeBalance(inSlices.funds("me"));
          inSlices.transferProfit("me", asked);
          expect(computeBalance(inSlices.funds("me")) - before).toBe(asked);
        }
        inSlices.deactivate("me", 0);
        expect(computeBalance(inSlices.funds("me"))).toBe(computeBalance(atOnce.funds("me")));
        expect(inSlices.balance("platform:profit_share")).toBe(atOnce.balance("platform:profit_share"));
        inSlices.check();
      }),
      { numRuns: byDepth({ ci: 150, long: 4_000 }) },
    );
  });
});

describe("a carried loss", () => {
  function after(moves: readonly number[], leaveBetween: boolean) {
    const world = new ModelWorld(1);
    const bot = world.bots[0]!;
    world.deposit("me", dollars(1_000));
    world.allocate("me", 0, dollars(1_000), 70);
    for (const ppm of moves) {
      world.openTrade(0, 1n, SCALE);
      bot.price = (bot.price * BigInt(1_000_000 + ppm)) / 1_000_000n;
      world.closeTrade(0);
      if (leaveBetween) {
        world.deactivate("me", 0);
        world.allocate("me", 0, computeBalance(world.funds("me")), 70);
      }
    }
    world.deactivate("me", 0);
    world.check();
    return world;
  }

  it("is covered before the platform takes a share, also after a new activation", { tags: ["losses-first"] }, () => {
    for (const leaveBetween of [false, true]) {
      const world = after([-200_000, 150_000], leaveBetween);
      expect(world.balance("platform:profit_share")).toBe(0n);
      expect(computeBalance(world.funds("me"))).toBeLessThan(dollars(1_000));
    }
  });

  it("gives the same platform share with and without leaving in between", () => {
    const stayed = after([-200_000, 600_000], false);
    const left = after([-200_000, 600_000], true);
    const difference = stayed.balance("platform:profit_share") - left.balance("platform:profit_share");
    expect(stayed.balance("platform:profit_share")).toBeGreaterThan(0n);
    expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(2n);
  });
});

describe("a bot that loses everything", () => {
  it("halts at a nav of 0, and the platform bears the shortfall", () => {
    const world = new ModelWorld(1);
    const bot = world.bots[0]!;
    world.deposit("me", dollars(500));
    world.allocate("me", 0, dollars(500), 70);
    world.openTrade(0, -1n, SCALE);
    bot.price = bot.price * 3n;
    world.closeTrade(0);
    expect(computeBalance(world.funds("me"))).toBe(0n);
    expect(world.balance("platform:losses")).toBeLessThan(0n);
    world.check();
  });
});
