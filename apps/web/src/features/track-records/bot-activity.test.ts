import type { PublicTrackRecord } from "@wazi/contracts";
import { expect, it } from "vitest";
import { sampleBots, sampleSymbols } from "../../content/samples.ts";
import { formatTimeAgo, toRecentActivity, createSampleActivity } from "./bot-activity.ts";

const trade: PublicTrackRecord["recentTrades"][number] = {
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10",
  botName: "Alpha-Forex-01",
  market: "forex",
  symbol: "EUR/USD",
  side: "buy",
  returnPct: "-0.42",
  profit: "-12.50",
  executedAt: "2026-11-21T08:00:00.000Z",
  barTime: null,
  feed: "simulated",
};

function recordOf(recentTrades: PublicTrackRecord["recentTrades"]): PublicTrackRecord {
  const until = "2026-11-21T08:04:59.000Z";
  return {
    broker: "paper",
    feeds: ["simulated"],
    since: null,
    until,
    closedTrades: 4,
    isEnough: false,
    figures: null,
    recentTrades,
  };
}

it("takes the latest three trades with their age by the server's clock", () => {
  const later = { ...trade, executedAt: "2026-11-21T08:04:58.000Z" };
  const activity = toRecentActivity(recordOf([later, trade, trade, trade]));
  expect(activity).toHaveLength(3);
  expect(activity.map(({ minutesAgo }) => minutesAgo)).toEqual([0, 4, 4]);
  expect(activity[1]).toMatchObject({ botName: "Alpha-Forex-01", profit: "-12.50", feed: "simulated" });
});

it.each([0, 0.5, 0.999_999])("keeps a sample within its bounds (%f)", (number) => {
  const sample = createSampleActivity(() => number);
  expect(sample).toHaveLength(3);
  for (const { botName, symbol, profit, minutesAgo, feed } of sample) {
    expect(feed).toBe("sample");
    const market = sampleBots.find(([name]) => name === botName)?.[1];
    expect(market && sampleSymbols[market]).toContain(symbol);
    expect(Number(profit)).toBeGreaterThanOrEqual(10);
    expect(Number(profit)).toBeLessThanOrEqual(999);
    expect(minutesAgo).toBeGreaterThanOrEqual(1);
    expect(minutesAgo).toBeLessThanOrEqual(9);
  }
});

it.each([
  [0, "just now"],
  [1, "1 min ago"],
  [59, "59 min ago"],
  [60, "1 h ago"],
  [1_439, "23 h ago"],
  [1_440, "1 day ago"],
  [4_400, "3 days ago"],
])("formats %i minutes as %s", (minutes, text) => {
  expect(formatTimeAgo(minutes)).toBe(text);
});
