import { describe, expect, it } from "vitest";
import { cents, factor, nav, ONE_NAV, parseNav, parseUnits, SCALE, type Factor } from "./money.ts";
import {
  closePoolTrade,
  HIGHEST_NAV,
  issueUnits,
  LOWEST_NAV,
  marksWithoutTrade,
  marksWithTrades,
  redeemUnits,
  startSeries,
  type PoolState,
} from "./pool.ts";

/** A ratio in per cent. */
const percent = (value: bigint): Factor => factor((SCALE * value) / 100n);

describe("marksWithoutTrade", () => {
  it("buys and redeems at the nav of closed trades", () => {
    expect(marksWithoutTrade(nav(10n))).toEqual({ entry: 10n, exit: 10n, tradeOpen: false });
  });
});

describe("marksWithTrades", () => {
  it("rounds the mark to leave down, and the mark to join up", () => {
    const third = factor(333_333_333_333n);
    const valued = { baseNav: nav(10n), entry: third, exit: third };
    expect(marksWithTrades(nav(10n), [valued])).toEqual({ entry: 4n, exit: 3n, tradeOpen: true });
  });

  it.each([
    ["below the exit", percent(50n), percent(100n), 11n, 10n],
    ["equal to the exit", percent(90n), percent(100n), 11n, 10n],
    ["above the exit", percent(120n), percent(100n), 13n, 10n],
    ["with an exit of zero", factor(-1n), percent(0n), 1n, 0n],
    ["with an exit below zero", percent(50n), percent(-100n), 6n, 0n],
  ])("keeps an entry that is %s above an exit of at least 0", (_, entryFactor, exitFactor, entry, exit) => {
    const valued = { baseNav: nav(10n), entry: entryFactor, exit: exitFactor };
    expect(marksWithTrades(nav(10n), [valued])).toEqual({ entry, exit, tradeOpen: true });
  });

  it("adds what each of several trades gains of the nav at which it opened", () => {
    const winner = { baseNav: nav(100n), entry: percent(121n), exit: percent(120n) };
    const loser = { baseNav: nav(200n), entry: percent(96n), exit: percent(95n) };
    expect(marksWithTrades(nav(300n), [winner, loser])).toEqual({ entry: 315n, exit: 310n, tradeOpen: true });
  });

  it("rounds each of several trades against whoever joins or leaves", () => {
    const third = factor(333_333_333_333n);
    const valued = { baseNav: nav(10n), entry: third, exit: third };
    expect(marksWithTrades(nav(30n), [valued, valued])).toEqual({ entry: 18n, exit: 16n, tradeOpen: true });
  });
});

describe("issueUnits", () => {
  const open = { entry: parseNav("3"), exit: parseNav("1"), tradeOpen: true };

  it("gives the pool what its units are worth at the closed nav, and the market the new units' share of the trade", () => {
    expect(issueUnits("bot", cents(10_000n), parseNav("2"), open)).toEqual({
      units: parseUnits("33.333333333334"),
      postings: [
        { account: "pool:bot", amount: 6_667n },
        { account: "market", amount: 3_333n },
      ],
    });
  });

  it("takes the odd cent from rounding without an open trade", () => {
    const { postings } = issueUnits("bot", cents(10_000n), parseNav("3"), marksWithoutTrade(parseNav("3")));
    expect(postings).toEqual([
      { account: "pool:bot", amount: 10_001n },
      { account: "platform:rounding", amount: -1n },
    ]);
  });
});

describe("redeemUnits", () => {
  const redeemed = parseUnits("1.5");
  const closedNav = parseNav("2.005");

  it("takes from the pool what the units are worth at the closed nav, and the difference from the market", () => {
    const marks = { entry: parseNav("2.1"), exit: parseNav("1.94"), tradeOpen: true };
    expect(redeemUnits("bot", redeemed, cents(291n), closedNav, marks)).toEqual([
      { account: "pool:bot", amount: -300n },
      { account: "market", amount: 9n },
    ]);
  });

  it("has no difference without an open trade", () => {
    expect(redeemUnits("bot", redeemed, cents(300n), closedNav, marksWithoutTrade(closedNav))).toEqual([
      { account: "pool:bot", amount: -300n },
      { account: "platform:rounding", amount: 0n },
    ]);
  });
});

describe("closePoolTrade", () => {
  const pool: PoolState = { nav: ONE_NAV, units: parseUnits("100"), cash: cents(10_000n), flowsSinceClose: 0 };
  const close = (change: Partial<PoolState>, rawFactor: Factor) =>
    closePoolTrade("bot", { ...pool, ...change }, rawFactor);

  it("posts a gain from the market to the pool", () => {
    expect(close({}, percent(110n))).toEqual({
      nav: parseNav("1.1"),
      poolGain: 1_000n,
      dust: 0n,
      shortfall: 0n,
      status: "trading",
      postings: [
        { account: "pool:bot", amount: 1_000n },
        { account: "market", amount: -1_000n },
      ],
    });
  });

  it("posts a loss from the pool to the market", () => {
    expect(close({}, percent(90n))).toMatchObject({
      nav: parseNav("0.9"),
      poolGain: -1_000n,
      shortfall: 0n,
      postings: [
        { account: "pool:bot", amount: -1_000n },
        { account: "market", amount: 1_000n },
      ],
    });
  });

  it("rounds the nav down, and a gain up to the cent that covers it", () => {
    const third = parseUnits("0.333333333333");
    expect(close({ units: third, cash: cents(34n) }, factor(SCALE + 1n))).toMatchObject({
      nav: ONE_NAV + 1n,
      poolGain: 1n,
      dust: 1n,
    });
    expect(close({ nav: nav(SCALE * 3n), units: parseUnits("0"), cash: cents(0n) }, factor(SCALE / 9n)).nav).toBe(
      333_333_333_333n,
    );
  });

  it("ends the trading of a pool that lost everything", () => {
    expect(close({}, percent(0n))).toMatchObject({ nav: 0n, poolGain: -10_000n, shortfall: 0n, status: "halted" });
  });

  it("charges the platform with a loss beyond the pool", () => {
    expect(close({}, percent(-50n))).toEqual({
      nav: 0n,
      poolGain: -10_000n,
      dust: 0n,
      shortfall: 5_000n,
      status: "halted",
      postings: [
        { account: "pool:bot", amount: -10_000n },
        { account: "market", amount: 15_000n },
        { account: "platform:losses", amount: -5_000n },
      ],
    });
  });

  it("moves dust out of the pool, at most a cent for each flow and one more", () => {
    expect(close({ cash: cents(10_002n), flowsSinceClose: 1 }, percent(100n))).toMatchObject({
      dust: 2n,
      postings: [
        { account: "pool:bot", amount: -2n },
        { account: "platform:rounding", amount: 2n },
      ],
    });
    expect(() => close({ cash: cents(10_003n), flowsSinceClose: 1 }, percent(100n))).toThrow(
      new Error("Pool bot has 3 cents of dust after 1 flows"),
    );
  });

  it("refuses a pool that does not cover its units", () => {
    expect(() => close({ cash: cents(9_999n) }, percent(100n))).toThrow(
      new Error("Pool bot would hold 1 cents less than its units are worth"),
    );
  });

  it.each([
    [LOWEST_NAV, "trading"],
    [nav(LOWEST_NAV - 1n), "winding-up"],
    [HIGHEST_NAV, "trading"],
    [nav(HIGHEST_NAV + 1n), "winding-up"],
  ])("leaves a pool with a nav of %s %s", (at, status) => {
    expect(close({ nav: at, units: parseUnits("0"), cash: cents(0n) }, percent(100n)).status).toBe(status);
    expect([LOWEST_NAV, HIGHEST_NAV]).toEqual([parseNav("0.01"), parseNav("1000000")]);
  });
});

describe("startSeries", () => {
  const empty: PoolState = { nav: nav(5n), units: parseUnits("0"), cash: cents(7n), flowsSinceClose: 3 };

  it("starts at 1 and gives leftover cents to rounding", () => {
    expect(startSeries("bot", empty)).toEqual({
      nav: ONE_NAV,
      postings: [
        { account: "pool:bot", amount: -7n },
        { account: "platform:rounding", amount: 7n },
      ],
    });
    expect(startSeries("bot", { ...empty, cash: cents(0n) }).postings).toEqual([]);
  });

  it("refuses a pool that has units", () => {
    expect(() => startSeries("bot", { ...empty, units: parseUnits("0.000000000001") })).toThrow(
      new Error("Pool bot still has units that are not redeemed"),
    );
  });
});
