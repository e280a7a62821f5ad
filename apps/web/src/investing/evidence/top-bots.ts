import type { Estimate, EvidenceHeadline, Market, PublicEvidence } from "@wazi/contracts";

const SHOWN = 3;

export interface TopBot {
  botId: string;
  botName: string;
  headline: EvidenceHeadline;
  sharpe: Estimate;
}

/** The bots whose Sharpe ratio has the highest lower end, never those with the highest return. */
export function listTopBots({ bots }: Pick<PublicEvidence, "bots">): TopBot[] {
  return bots
    .flatMap(({ botId, botName, headline }) =>
      headline === null || headline.sharpe === null ? [] : [{ botId, botName, headline, sharpe: headline.sharpe }],
    )
    .sort((a, b) => b.sharpe.low - a.sharpe.low)
    .slice(0, SHOWN);
}

export interface MarketShare {
  market: Market;
  /** Percent with two decimals. */
  pct: string;
}

/** The share of the backtests' trades by market, in percent, largest first. */
export function listMarketShares({ bots }: Pick<PublicEvidence, "bots">): MarketShare[] {
  const counts = new Map<Market, number>();
  for (const { market, headline } of bots) counts.set(market, (counts.get(market) ?? 0) + (headline?.trades ?? 0));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([market, count]) => ({ market, pct: ((count / all) * 100).toFixed(2) }));
}
