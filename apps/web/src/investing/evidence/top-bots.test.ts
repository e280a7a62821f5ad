import type { BotMarket, EvidenceHeadline, EvidenceMoney, Market, PublicEvidence } from "@wazi/contracts";
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

it("says what is left after the share on the lowest plan that opens each bot", () => {
  const kept = (plan: EvidenceMoney["plans"][number]["plan"], hasEvidence: boolean) => ({ plan, hasEvidence });
  const money = { plans: [kept("none", true), kept("starter", false), kept("professional", true)] };
  const judged = (market: BotMarket, low: number) => {
    const each = bot("", "stocks", 1, low);
    return { ...each, market, headline: { ...each.headline, verdict: "weak", money } as EvidenceHeadline };
  };
  const inCatalogue = [judged("stocks", 0.3), bot("", "forex", 0, null), bot("", "forex", 0, null)];
  const listed = listTopBots({ bots: [...inCatalogue, judged("stocks", 0.2), judged("portfolio", 0.1)] });
  expect(listed.map(({ after }) => after?.text)).toEqual([
    "After Wazi's share on the Starter plan there is no evidence of more than bills.",
    "After Wazi's share on the Professional plan there is evidence of more than bills.",
    "After Wazi's share at 70:30, without a package, there is evidence of more than bills.",
  ]);
});
