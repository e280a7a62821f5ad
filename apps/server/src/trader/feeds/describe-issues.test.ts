import { MINUTE_MS } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { describeIssues } from "./describe-issues.ts";
import type { FeedIssue } from "./feed-guard.ts";

const START = Date.parse("2026-11-24T08:15:00Z");

const late = (symbol: string, { feed = "simulated", times = 1, minute = 0 } = {}): FeedIssue => {
  const message = `${symbol}: a bar came 300 s late. No new trade on it.`;
  return { feed, symbol, kind: "late", message, times, firstBarTime: START + minute * MINUTE_MS };
};

describe("describeIssues", () => {
  it("sums up the late bars of several symbols in one line for each feed", () => {
    const gap: FeedIssue = {
      ...late("GOLD"),
      kind: "gap",
      message: "GOLD: 9 bars are missing. No new trade on the next bar.",
    };
    const issues = [
      late("BTC/USD", { times: 5, minute: 1 }),
      gap,
      late("ETH/USD", { times: 6 }),
      late("EUR/USD", { feed: "live" }),
    ];
    expect(describeIssues(issues)).toEqual([
      {
        fields: { feed: "simulated", kind: "late" },
        message: "11 bars of 2 symbols since 2026-11-24 08:15 UTC came late, as after a pause. No new trades on them.",
      },
      { fields: { feed: "simulated", kind: "gap" }, message: gap.message },
      { fields: { feed: "live", kind: "late" }, message: "EUR/USD: a bar came 300 s late. No new trade on it." },
    ]);
  });
});
