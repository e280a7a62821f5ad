import {
  type Estimate,
  type EvidenceHeadline,
  type EvidenceTotals,
  type BotMarket,
  MIN_RECORD_TRADES,
  type PublicEvidence,
  type PublicTrackRecord,
} from "@wazi/contracts";
import type { ReactNode } from "react";
import { chooseKeptPlan, describeAfterShare, type VerdictAfterShare } from "../../content/bot-money.ts";
import { marketNames } from "../../content/labels.ts";
import { verdictNames } from "../../content/verdicts.ts";
import { VerdictName } from "../../ui/verdict-name.tsx";
import { formatDay } from "../../lib/format-date.ts";
import {
  formatInterval,
  formatRange,
  formatSigned,
  formatStatistic,
  formatYearRange,
} from "../../lib/format-statistic.ts";
import { Money } from "../../ui/money.tsx";
import { RangeBar } from "../../ui/range-bar.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag, PaperTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { LandingPartFailed, LandingPerformanceSkeleton } from "./landing-skeletons.tsx";
import { reloadRecords, useLandingRecord } from "./landing-record.ts";
import * as texts from "../../messages/landing.ts";

const SHOWN = 3;

interface TopBot {
  botId: string;
  botName: string;
  headline: EvidenceHeadline;
  sharpe: Estimate;
  /** The verdict after the share on the lowest plan that opens the bot. */
  after: VerdictAfterShare | null;
}

const NO_PACKAGE = { tier: "none", maxBots: 0 } as const;

/** The bots whose Sharpe ratio has the highest lower end, never those with the highest return. */
export function listTopBots({ bots }: Pick<PublicEvidence, "bots">): TopBot[] {
  return bots
    .flatMap(({ botId, botName, market, headline }, place) => {
      if (headline === null || headline.sharpe === null) return [];
      const plan = chooseKeptPlan(market === "portfolio" ? null : place, NO_PACKAGE);
      return [{ botId, botName, headline, sharpe: headline.sharpe, after: describeAfterShare(headline, plan) }];
    })
    .sort((a, b) => b.sharpe.low - a.sharpe.low)
    .slice(0, SHOWN);
}

interface MarketShare {
  market: BotMarket;
  /** Percent with two decimals. */
  pct: string;
}

/** The share of the backtests' trades by market, in percent, largest first. */
export function listMarketShares({ bots }: Pick<PublicEvidence, "bots">): MarketShare[] {
  const counts = new Map<BotMarket, number>();
  for (const { market, headline } of bots) counts.set(market, (counts.get(market) ?? 0) + (headline?.trades ?? 0));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([market, count]) => ({ market, pct: ((count / all) * 100).toFixed(2) }));
}

interface Performance {
  tags: ReactNode;
  /** The trades and the period that the figures cover, as a sentence. */
  period: ReactNode;
  figures: readonly { label: string; figure: ReactNode; note?: string }[];
  marketDistribution: readonly MarketShare[];
}

/** The bots' own figures from 30 closed trades on, before that the recorded evidence on real prices. */
export default function LandingPerformance() {
  const state = useLandingRecord();
  if (state.status === "loading") return <LandingPerformanceSkeleton />;
  if (state.status === "failed")
    return <LandingPartFailed title={texts.performanceFailedTitle} onRetry={reloadRecords} />;
  const { record, evidence } = state;
  const topBots = listTopBots(evidence);
  if (record.figures !== null) {
    return <PerformanceSheet performance={toOwnPerformance(record, record.figures)} topBots={topBots} />;
  }
  if (evidence.platform === null) return <p className="text-muted">{formatTradesSoFar(record)}</p>;
  return <PerformanceSheet performance={toBacktest(record, evidence, evidence.platform)} topBots={topBots} />;
}

function formatTradesSoFar({ closedTrades }: PublicTrackRecord): string {
  return texts.performanceTradesSoFar({ closedTrades, minRecordTrades: MIN_RECORD_TRADES });
}

function toBacktest(record: PublicTrackRecord, evidence: PublicEvidence, platform: EvidenceTotals): Performance {
  const { from, to, returnRangePct, winRatePct, trades, evidenceCount, botCount } = platform;
  return {
    tags: <BacktestTag />,
    period: (
      <>
        {texts.performanceBacktestText({
          from: formatDay(from),
          to: formatDay(to),
          bots: botCount,
          evidence: evidenceCount,
          strong: (text) => <strong className="text-ink">{text}</strong>,
          record: formatTradesSoFar(record),
        })}
      </>
    ),
    figures: [
      {
        label: texts.performanceProfitAfterCosts,
        figure: returnRangePct === null ? "–" : formatRange(returnRangePct),
        ...(returnRangePct === null ? {} : { note: texts.performanceProfitRange }),
      },
      { label: texts.winRate, figure: winRatePct === null ? "–" : `${formatStatistic(winRatePct, 1)}%` },
      { label: texts.trades, figure: trades.toLocaleString("en-US") },
      { label: texts.activeInvestors, figure: record.activeInvestors.toLocaleString("en-US"), note: texts.hereNow },
    ],
    marketDistribution: listMarketShares(evidence),
  };
}

function toOwnPerformance(record: PublicTrackRecord, own: NonNullable<PublicTrackRecord["figures"]>): Performance {
  const trades = record.closedTrades.toLocaleString("en-US");
  return {
    tags: (
      <>
        {record.feeds.map((feed) => (
          <FeedTag key={feed} feed={feed} />
        ))}
        {record.broker === "paper" ? <PaperTag /> : null}
      </>
    ),
    period: describePeriod(trades, record),
    figures: [
      { label: texts.performanceProfitLabel, figure: <Money value={own.profit} change /> },
      { label: texts.winRate, figure: `${own.winRatePct}%` },
      { label: texts.closedTrades, figure: trades },
      { label: texts.activeInvestors, figure: record.activeInvestors.toLocaleString("en-US") },
    ],
    marketDistribution: own.marketDistribution,
  };
}

function describePeriod(trades: string, { since, until }: PublicTrackRecord): string {
  if (since === null) return texts.performanceOwnPeriod({ trades });
  const [from, to] = [formatDay(since), formatDay(until)];
  return from === to ? texts.performanceOwnDay({ trades, day: to }) : texts.performanceOwnRange({ trades, from, to });
}

function describeBacktest({ from, to, returnPct }: EvidenceHeadline): string {
  const period = formatYearRange(from, to);
  return returnPct === null
    ? texts.topBotsPeriod({ period })
    : texts.topBotsPeriodReturn({ period, returnPct: formatSigned(returnPct) });
}

function PerformanceSheet({ performance, topBots }: { performance: Performance; topBots: readonly TopBot[] }) {
  const { tags, period, figures, marketDistribution } = performance;
  return (
    <div data-testid="performance">
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 pl-9 lg:pl-0">
        <span className="flex flex-wrap gap-2">{tags}</span>
        <p className="text-muted">{period}</p>
      </div>
      <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-[auto_1fr_1fr_1fr]">
        {figures.map(({ label, figure, note }) => (
          <div key={label} className="-mt-px -ml-px border-t border-l border-line p-4 sm:p-6">
            <dt className="text-14 text-muted">{label}</dt>
            <dd className="figure mt-1 text-24 font-semibold tracking-[-0.02em] sm:text-32">{figure}</dd>
            {note === undefined ? null : <dd className="mt-1 text-14 text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        {topBots.length === 0 ? null : <TopBots bots={topBots} />}
        <Part title={texts.performanceTradesTitle}>
          <dl className="grid gap-3 py-3">
            {marketDistribution.map(({ market, pct }) => (
              <div key={market} className="grid grid-cols-[7.5rem_1fr_4rem] items-center gap-3 text-14">
                <dt>{marketNames[market]}</dt>
                <dd aria-hidden="true" className="h-2 bg-line">
                  <div className="h-full bg-accent" style={{ width: `${pct}%` }} />
                </dd>
                <dd className="figure text-right font-semibold">{pct}%</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
    </div>
  );
}

/** Ranked by what is sure, not by what was earned. */
function TopBots({ bots }: { bots: readonly TopBot[] }) {
  return (
    <Part title={texts.topBots} aside={<BacktestTag />}>
      <ol className="divide-y divide-line">
        {bots.map(({ botId, botName, headline, sharpe, after }) => (
          <li key={botId} className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-2">
            <div>
              <p className="font-semibold">{botName}</p>
              <p className="text-14 text-muted">
                <VerdictName verdict={headline.verdict} name={verdictNames[headline.verdict]} />
              </p>
              {after === null ? null : (
                <p className="text-14">
                  <VerdictName verdict={after.mark} name={after.text} />
                </p>
              )}
              <p className="text-14 text-muted">{describeBacktest(headline)}</p>
            </div>
            <div>
              <RangeBar {...sharpe} label={texts.topBotsSharpe({ botName, sharpe: formatInterval(sharpe) })} />
              <p className="figure text-14 text-muted">{formatInterval(sharpe)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="border-t border-line py-3 text-14 text-muted">
        {texts.topBotsLead({ link: (text) => <TextLink href="/how-to-read#sharpe">{text}</TextLink> })}
      </p>
    </Part>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface px-4 pt-4 pb-2 sm:px-6 sm:pt-5 sm:pb-4">
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
        <h3 className="text-18">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}
