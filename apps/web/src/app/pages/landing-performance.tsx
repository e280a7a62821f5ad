import { MIN_RECORD_TRADES, type Market, type PublicTrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import { marketNames } from "../../content/labels.ts";
import { samplePerformance } from "../../content/samples.ts";
import { formatDay } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { FeedTag, PaperTag, SampleDataTag } from "../../ui/tag.tsx";
import { LandingPerformanceFailed, LandingPerformanceSkeleton } from "./landing-skeletons.tsx";
import { useLandingRecord } from "./landing-record.ts";

interface Performance {
  tags: ReactNode;
  /** The trades and the period that the figures cover, as a sentence. */
  period: string;
  figures: readonly { label: string; figure: ReactNode }[];
  topBots: readonly { name: string; returnPct: string; period?: string }[];
  marketDistribution: readonly { market: Market; pct: string }[];
}

/** The bots' own figures from 30 closed trades on, before that a tagged sample. */
export default function LandingPerformance() {
  const state = useLandingRecord();
  if (state.status === "loading") return <LandingPerformanceSkeleton />;
  if (state.status === "failed") return <LandingPerformanceFailed />;
  const { record, mayShowSamples } = state;
  if (record.figures !== null) return <PerformanceSheet performance={toOwnPerformance(record, record.figures)} />;
  if (mayShowSamples) return <PerformanceSheet performance={toSamplePerformance(record)} />;
  return <p className="text-muted">{formatTradesSoFar(record)}</p>;
}

function formatTradesSoFar({ closedTrades }: PublicTrackRecord): string {
  return `Trades closed here so far: ${closedTrades}. From ${MIN_RECORD_TRADES} closed trades, our own figures appear here.`;
}

function toSamplePerformance(record: PublicTrackRecord): Performance {
  return {
    ...samplePerformance,
    tags: <SampleDataTag text="Illustrative sample" />,
    period: `These figures are examples. None of them happened. ${formatTradesSoFar(record)}`,
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
    period: `All ${trades} trades closed here${formatPeriod(record)}, including losses.`,
    figures: [
      { label: "Total profit before profit share", figure: <Money value={own.profit} change /> },
      { label: "Win rate", figure: `${own.winRatePct}%` },
      { label: "Closed trades", figure: trades },
      { label: "Active investors", figure: own.activeInvestors.toLocaleString("en-US") },
    ],
    topBots: own.topBots.map(({ name, returnPct, closedTrades, since: start }) => {
      return {
        name,
        returnPct,
        period: `${closedTrades} ${closedTrades === 1 ? "trade" : "trades"} since ${formatDay(start)}`,
      };
    }),
    marketDistribution: own.marketDistribution,
  };
}

function formatPeriod({ since, until }: PublicTrackRecord): string {
  if (since === null) return "";
  const [from, to] = [formatDay(since), formatDay(until)];
  return from === to ? ` on ${to}` : ` from ${from} to ${to}`;
}

function PerformanceSheet({ performance }: { performance: Performance }) {
  const { tags, period, figures, topBots, marketDistribution } = performance;
  return (
    <div data-testid="performance">
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 pl-9 lg:pl-0">
        <span className="flex flex-wrap gap-2">{tags}</span>
        <p className="text-muted">{period}</p>
      </div>
      <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-4">
        {figures.map(({ label, figure }) => (
          <div key={label} className="-mt-px -ml-px border-t border-l border-line p-4 sm:p-6">
            <dt className="text-14 text-muted">{label}</dt>
            <dd className="figure mt-1 text-24 font-semibold tracking-[-0.02em] sm:text-32">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Part title="Top bots by return">
          <ol className="divide-y divide-line">
            {topBots.map((bot) => (
              <li key={bot.name} className="flex items-baseline justify-between gap-4 py-3">
                <span>
                  <span className="block font-semibold">{bot.name}</span>
                  {bot.period === undefined ? null : <span className="text-14 text-muted">{bot.period}</span>}
                </span>
                <PercentChange value={bot.returnPct} className="text-18" />
              </li>
            ))}
          </ol>
        </Part>
        <Part title="Trades by market">
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface px-4 pt-4 pb-2 sm:px-6 sm:pt-5 sm:pb-4">
      <h3 className="border-b border-line pb-3 text-18">{title}</h3>
      {children}
    </section>
  );
}
