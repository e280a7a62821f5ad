import type { BotHoldings } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import {
  describeChangeTime,
  describeFill,
  describeInterest,
  describeNext,
  explainHoldings,
  explainPart,
  nameSymbol,
} from "./holdings-text.ts";
import { listShownSymbols } from "./part-fills.ts";

const figure = (kind: "trend" | "change" | "average" | "swing", pct: string, months = 12) => ({ kind, pct, months });
const monthly = { market: "portfolio", description: "Holds funds.", decisionInterval: "1mo" } as const;
const hourly = { market: "forex", description: "Trades often.", decisionInterval: "1h" } as const;

describe("why a bot holds a part", () => {
  it.each([
    [
      { symbol: "SPY", targetPct: "100.00", figures: [figure("trend", "4.20")] },
      ["SPY earned 4.20% more than Treasury bills in the 12 months to October 2026, so it holds SPY."],
    ],
    [
      { symbol: "SPY", targetPct: "0.00", figures: [figure("trend", "-0.31")] },
      ["SPY earned 0.31% less than Treasury bills in the 12 months to October 2026, so that money stays in cash."],
    ],
    [
      { symbol: "SPX", targetPct: "0.00", figures: [figure("average", "-2.00", 10)] },
      ["SPX was 2.00% below its average of 10 months in October 2026, so that money stays in cash."],
    ],
    [
      { symbol: "EUR/USD", targetPct: "-20.00", figures: [figure("change", "-3.10")] },
      [
        "EUR/USD fell 3.10% in the 12 months to October 2026, so it sold EUR/USD short. It gains if the price falls further.",
      ],
    ],
    [
      { symbol: "GLD", targetPct: "25.50", figures: [figure("swing", "14.00", 36)] },
      ["GLD moves about 14.00% a year, so its part is 25.50%."],
    ],
    [{ symbol: "SPY", targetPct: "100.00", figures: [] }, ["Its rule holds SPY at all times."]],
    [{ symbol: "SPY", targetPct: null, figures: [] }, ["SPY does not have enough months of prices yet."]],
  ])("%j", (part, sentences) => {
    expect(explainPart(part, "2026-10")).toEqual(sentences);
  });

  it("is its description for a bot that waits, and the levels of its trade for one that holds", () => {
    expect(explainHoldings({ decision: null, holdings: [] }, hourly)).toEqual([
      "It waits in cash until its rule finds a trade.",
      "Trades often.",
    ]);
    const holding = { symbol: "EUR/USD", side: "buy", weightPct: "10.00", price: "1.1", gainPct: "0.10" } as const;
    const held = { ...holding, stopPrice: "1.05", targetPrice: null };
    expect(explainHoldings({ decision: null, holdings: [held] }, hourly)).toEqual([
      "It holds a trade in EUR/USD.",
      "It closes the trade at 1.05000 to limit the loss.",
      "Trades often.",
    ]);
  });

  it("is that nothing was decided, or that the rule buys nothing", () => {
    expect(explainHoldings({ decision: null, holdings: [] }, monthly)[0]).toBe("It has not decided yet.");
    const parts = [{ symbol: "SPY", targetPct: "0.00", figures: [] }];
    const decision = { month: "2026-12", until: "2026-10", isRateMissing: false, parts };
    expect(explainHoldings({ decision, holdings: [] }, monthly)).toEqual([
      "Its rule buys no fund. Its money stays in cash.",
    ]);
  });

  it("is that a rate of bills was missing", () => {
    const parts = [{ symbol: "SPY", targetPct: null, figures: [] }];
    const decision = { month: "2026-12", until: "2026-10", isRateMissing: true, parts };
    expect(explainHoldings({ decision, holdings: [] }, monthly)[0]).toBe(
      "It decided nothing, because a rate of Treasury bills up to October 2026 was missing. It keeps what it holds.",
    );
  });

  it("says the rule of parts by movement once", () => {
    const parts = ["SPY", "GLD"].map((symbol) => ({
      symbol,
      targetPct: "40.00",
      figures: [figure("swing", "14.00", 36)],
    }));
    const decision = { month: "2026-12", until: "2026-10", isRateMissing: false, parts };
    expect(explainHoldings({ decision, holdings: [] }, monthly)).toEqual([
      "SPY moves about 14.00% a year, so its part is 40.00%.",
      "GLD moves about 14.00% a year, so its part is 40.00%.",
      "A fund that moves more gets a smaller part.",
    ]);
  });
});

describe("when a bot decides next", () => {
  const now = Date.parse("2026-11-29T10:00:00Z");
  const at = "2026-11-30T00:00:00.000Z";

  it("is within minutes of the clock where the market runs faster", () => {
    expect(describeNext({ at, wallAt: "2026-11-29T10:04:30.000Z", isMarketTime: true }, now)).toMatch(
      /\(market time\), within 5 minutes\.$/,
    );
    expect(describeNext({ at, wallAt: "2026-11-29T09:59:00.000Z", isMarketTime: true }, now)).toMatch(
      /, within a minute\.$/,
    );
    expect(describeNext({ at, wallAt: "2026-11-29T14:00:00.000Z", isMarketTime: true }, now)).toMatch(
      /\(market time\)\. By your clock: about 29 Nov 2026, \d\d:00\.$/,
    );
  });

  it("is the time alone where the market has the clock's, and none when it does not trade", () => {
    expect(describeNext({ at, wallAt: at, isMarketTime: false }, now)).toMatch(/^\d+ Nov 2026, \d\d:00\.$/);
    expect(describeNext({ at, wallAt: null, isMarketTime: true }, now)).toMatch(/when the replay gets there\.$/);
    expect(describeNext(null, now)).toBe("It makes no decisions now.");
  });
});

describe("what changed last time", () => {
  const fill = { symbol: "SPY", kind: "bought", partPct: "33.20", price: "512.3", costPerThousand: "0.30" } as const;

  it("is each fill with its part, price and cost", () => {
    expect(describeFill(fill, "portfolio")).toBe(
      "Bought SPY at 512.30: 33.20% of its money. Cost: $0.30 for each $1,000 in the bot.",
    );
    expect(describeFill({ ...fill, kind: "sold" }, "portfolio")).toBe(
      "Sold SPY at 512.30: 33.20% of its money. Cost of buying and selling: $0.30 for each $1,000 in the bot.",
    );
    expect(describeFill({ ...fill, kind: "sold-short", costPerThousand: null }, "portfolio")).toBe(
      "Sold SPY short at 512.30: 33.20% of its money.",
    );
  });

  it("is nothing when a later decision left all as it was", () => {
    const lastChange = { at: "2026-10-01T12:00:00.000Z", fills: [fill] };
    const decision = { month: "2026-12", until: "2026-10", isRateMissing: false, parts: [] };
    const data = { lastChange, decision, next: null, ordersWait: false } as unknown as BotHoldings;
    expect(describeChangeTime(data)).toMatch(
      /^It changed nothing at its last decision, for December 2026\. The last trades are from 1 Oct 2026, \d\d:00\.$/,
    );
    expect(describeChangeTime({ ...data, ordersWait: true })).toMatch(/^1 Oct 2026, \d\d:00$/);
    expect(describeChangeTime({ ...data, lastChange: null })).toBe("It has not traded yet.");
  });
});

describe("interest", () => {
  it("is for each $1,000, or said to be missing", () => {
    const earned = { pct: "3.92", perThousand: "39.21", days: 365, until: "2027-10-20" };
    expect(describeInterest({ pays: true, earned })).toBe(
      "$39.21 for each $1,000 in the bot (3.92%), in the last 365 market days to 20 Oct 2027.",
    );
    expect(describeInterest({ pays: true, earned: null })).toBe("No interest has been paid yet.");
    expect(describeInterest({ pays: false, earned: null })).toBe("Its cash earns no interest here.");
  });
});

it("gives a symbol one colour in the bar and in the chart", () => {
  const past = {
    at: "2026-10-01T12:00:00.000Z",
    cashPct: "0.00",
    parts: [{ symbol: "SPY", side: "buy" as const, weightPct: "100.00" }],
  };
  const held = { symbol: "IEF" } as BotHoldings["holdings"][number];
  const data = { holdings: [held], history: [past] } as unknown as BotHoldings;
  expect(listShownSymbols(["SPY", "GLD", "IEF"], data)).toEqual(["SPY", "IEF"]);
  expect(listShownSymbols([], data)).toEqual(["SPY", "IEF"]);
});

it("names the funds that it knows", () => {
  expect(["SPY", "IEF", "GLD", "EUR/USD"].map(nameSymbol)).toEqual([
    "SPY (a fund of shares)",
    "IEF (a fund of bonds)",
    "GLD (a fund of gold)",
    "EUR/USD",
  ]);
});
