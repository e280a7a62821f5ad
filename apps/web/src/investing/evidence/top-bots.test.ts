import type { EvidenceHeadline, Market, PublicEvidence } from "@wazi/contracts";
import { expect, it } from "vitest";
import { listMarketShares, listTopBots } from "../../app/pages/landing-performance.tsx";

function bot(botName: string, market: Market, trades: number, low: number | null, returnPct = 0) {
  const sharpe = low === null ? null : { value: low + 1, low, high: low + 2 };
  const headline = { trades, sharpe, returnPct } as EvidenceHeadline;
  return {
    botId: botName,
    botName,
    market,
    strategy: "",
    headline,
    risk: null,
    curve: [],
  } satisfies PublicEvidence["bots"][number];
}

const bots = [
  bot("Rich", "crypto", 10, -0.8, 90),
  bot("Steady", "stocks", 30, 0.2, 4),
  bot("Calm", "indices", 40, 0.1, 3),
  bot("Short", "forex", 0, null),
  bot("Slow", "stocks", 20, -0.1, 2),
];

it("ranks bots by the lower end of their range, not by return", () => {
  expect(listTopBots({ bots }).map(({ botName }) => botName)).toEqual(["Steady", "Calm", "Slow"]);
});

it("shares the trades out by market", () => {
  expect(listMarketShares({ bots })).toEqual([
    { market: "stocks", pct: "50.00" },
    { market: "indices", pct: "40.00" },
    { market: "crypto", pct: "10.00" },
    { market: "forex", pct: "0.00" },
  ]);
  expect(listMarketShares({ bots: [] })).toEqual([]);
});
