import type { PublicEvidence, PublicTrackRecord } from "@wazi/contracts";
import { expect, it } from "vitest";
import { formatTimeAgo, toBacktestActivity, toRecentActivity } from "./recent-bot-activity.tsx";

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
    activeInvestors: 0,
    figures: null,
    recentTrades,
  };
}

it("takes the latest three trades with their age by the server's clock", () => {
  const later = { ...trade, executedAt: "2026-11-21T08:04:58.000Z" };
  const activity = toRecentActivity(recordOf([later, trade, trade, trade]));
  expect(activity).toHaveLength(3);
  expect(activity.map(({ when }) => when)).toEqual(["just now", "4 min ago", "4 min ago"]);
  expect(activity[1]).toMatchObject({ botName: "Alpha-Forex-01", profit: "-12.50", source: "simulated" });
});

it("takes the last three trades of the backtests with their days and without money", () => {
  const recorded: PublicEvidence["recentTrades"][number] = {
    botId: trade.botId,
    botName: trade.botName,
    series: "forex_EURUSD_1d",
    symbol: "EUR/USD",
    side: "sell",
    entryAt: "2026-10-01T00:00:00.000Z",
    exitAt: "2026-10-05T12:00:00.000Z",
    entryPrice: "1.1",
    exitPrice: "1.2",
    returnPct: -0.4,
    reason: "stop",
  };
  const activity = toBacktestActivity({ recentTrades: [recorded, recorded, recorded, recorded] });
  expect(activity).toHaveLength(3);
  expect(activity[0]).toMatchObject({ profit: null, returnPct: "-0.4", when: "5 Oct 2026", source: "backtest" });
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
