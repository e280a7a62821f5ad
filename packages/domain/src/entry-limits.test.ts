import { describe, expect, it } from "vitest";
import {
  computeDayLoss,
  computeMarketExposure,
  fitExposure,
  isDayLossReached,
  isLimitedMarket,
  type PoolRisk,
} from "./entry-limits.ts";
import { parseCents, parseDecimal, parseNav, parseUnits } from "./money.ts";

const limits = { maxDailyLoss: 500n, maxMarketExposure: 4_000n };
const fraction = (text: string) => parseDecimal(text, 12);

function pool(
  botId: string,
  market: string,
  money: string,
  rest: { exitMark?: string; exposure?: string } = {},
): PoolRisk {
  return {
    botId,
    market,
    units: parseUnits(money),
    nav: parseNav("1"),
    exitMark: parseNav(rest.exitMark ?? "1"),
    openExposure: fraction(rest.exposure ?? "0"),
  };
}

describe("the loss of a day", () => {
  const pools = [pool("a", "forex", "600"), pool("b", "crypto", "350", { exitMark: "0.98", exposure: "0.5" })];

  it("is that of closed and of open trades, of what the pools held before", () => {
    // 950 are left of 1,000, and the open trade is 7 down.
    expect(computeDayLoss(pools, parseCents("-50"))).toEqual({ loss: parseCents("57"), base: parseCents("1000") });
    expect(computeDayLoss(pools, parseCents("10"))).toEqual({ loss: 0n, base: parseCents("940") });
  });

  it("stops entries from the limit on, exactly", () => {
    const reached = (loss: string) => isDayLossReached({ loss: parseCents(loss), base: parseCents("1000") }, limits);
    expect([reached("49.99"), reached("50"), reached("80")]).toEqual([false, true, true]);
    expect(isDayLossReached(computeDayLoss([], parseCents("0")), limits)).toBe(false);
    expect(isDayLossReached({ loss: parseCents("5"), base: parseCents("0") }, limits)).toBe(false);
    const never = { ...limits, maxDailyLoss: 0n };
    expect(isDayLossReached({ loss: parseCents("0"), base: parseCents("1000") }, never)).toBe(false);
    expect(isDayLossReached(computeDayLoss([pool("a", "forex", "0")], parseCents("-5")), limits)).toBe(true);
  });
});

describe("the exposure of a market", () => {
  const pools = [
    pool("a", "forex", "500", { exposure: "0.2" }),
    pool("b", "forex", "300"),
    pool("c", "crypto", "200", { exposure: "1" }),
    pool("d", "stocks", "0", { exposure: "1" }),
  ];
  const fit = (botId: string, exposure: string, maxMarketExposure = 4_000n) =>
    fitExposure(
      pools,
      { botId, market: pools.find((each) => each.botId === botId)!.market, exposure: fraction(exposure) },
      { ...limits, maxMarketExposure },
    );

  it("is the sum of its open trades, of all money", () => {
    expect(["forex", "crypto", "stocks"].map((market) => computeMarketExposure(pools, market))).toEqual([
      1_000n,
      2_000n,
      0n,
    ]);
    expect(computeMarketExposure([pool("a", "forex", "0")], "forex")).toBe(0n);
  });

  it("takes an entry that fits, also one that fills it exactly", () => {
    expect(fit("b", "0.9")).toBe(fraction("0.9"));
    // 100 of 400 are used, so 300 are left, which is all of b.
    expect(fit("b", "1")).toBe(fraction("1"));
    // The trade that the bot has open now does not count beside its next one.
    expect(fit("a", "0.8")).toBe(fraction("0.8"));
    const pair = [pool("a", "forex", "800"), pool("b", "crypto", "200")];
    const exact = { botId: "a", market: "forex", exposure: fraction("0.000125") };
    expect(fitExposure(pair, exact, { ...limits, maxMarketExposure: 1n })).toBe(fraction("0.000125"));
  });

  it("reduces an entry of which at least half fits, and refuses any other", () => {
    // 250 of 300 are left with a limit of 35 %; 150 with 25 %; 149 with 24.9 %.
    expect(fit("b", "1", 3_500n)).toBe(fraction("0.8333"));
    expect(fit("b", "1", 2_500n)).toBe(fraction("0.5"));
    expect(fit("b", "1", 2_490n)).toBe(0n);
    expect(fit("b", "0.1", 1_000n)).toBe(0n);
    expect(fit("b", "0.1", 900n)).toBe(0n);
  });

  it("does not hold back a pool without money, and does not round before it compares", () => {
    expect(fit("d", "1", 1n)).toBe(fraction("1"));
    const beyond = { botId: "d", market: "crypto", exposure: fraction("1") };
    expect(fitExposure(pools, beyond, { ...limits, maxMarketExposure: 1_000n })).toBe(fraction("1"));
    const alone = [pool("a", "forex", "100.01")];
    const entry = { botId: "a", market: "forex", exposure: fraction("0.4") };
    expect(fitExposure(alone, entry, limits)).toBe(fraction("0.4"));
  });

  it("is not limited for core portfolios, which spread their money over several markets", () => {
    const spread = [pool("a", "portfolio", "900", { exposure: "0.9" }), pool("b", "portfolio", "100")];
    const entry = { botId: "b", market: "portfolio", exposure: fraction("0.9") };
    expect(fitExposure(spread, entry, { ...limits, maxMarketExposure: 1n })).toBe(fraction("0.9"));
    expect(["portfolio", "stocks"].map(isLimitedMarket)).toEqual([false, true]);
  });
});
