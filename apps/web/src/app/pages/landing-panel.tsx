import type { EvidenceTotals, PublicTrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import {
  RecentBotActivity,
  toBacktestActivity,
  toRecentActivity,
} from "../../proofs/track-records/recent-bot-activity.tsx";
import { formatDay } from "../../lib/format-date.ts";
import { formatRange, formatStatistic, formatYearRange } from "../../lib/format-statistic.ts";
import { Money } from "../../ui/money.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { LandingPanelSkeleton } from "./landing-skeletons.tsx";
import { useLandingRecord } from "./landing-record.ts";
import * as texts from "../../messages/landing.ts";

/** Three figures and the latest trades of the bots, before 30 closed trades from the recorded evidence. */
export default function LandingPanel() {
  const state = useLandingRecord();
  if (state.status === "failed") return null;
  if (state.status === "loading") return <LandingPanelSkeleton />;
  const { record, evidence } = state;
  const activity = record.recentTrades.length > 0 ? toRecentActivity(record) : toBacktestActivity(evidence);
  if (record.figures === null && evidence.platform === null && activity.length === 0) return null;
  return (
    <div
      className="rounded-md border border-line bg-surface p-4 sm:grid sm:auto-cols-fr sm:grid-flow-col sm:gap-8 sm:p-5 xl:block"
      data-testid="landing-panel"
    >
      {record.figures !== null ? (
        <OwnFigures record={record} figures={record.figures} />
      ) : evidence.platform === null ? null : (
        <BacktestFigures totals={evidence.platform} />
      )}
      {activity.length === 0 ? null : <RecentBotActivity activity={activity} />}
    </div>
  );
}

function OwnFigures({
  record,
  figures,
}: {
  record: PublicTrackRecord;
  figures: NonNullable<PublicTrackRecord["figures"]>;
}) {
  return (
    <Figures
      title={record.since === null ? texts.allBots : texts.panelOwnTitle({ since: formatDay(record.since) })}
      tag={record.feeds.map((feed) => (
        <FeedTag key={feed} feed={feed} />
      ))}
    >
      <Figure term={texts.totalProfit}>
        <Money value={figures.profit} change />
      </Figure>
      <Figure term={texts.closedTrades}>{record.closedTrades.toLocaleString("en-US")}</Figure>
      <Figure term={texts.winRate}>{figures.winRatePct}%</Figure>
    </Figures>
  );
}

/** All bots over real past prices: counted, not averaged. */
function BacktestFigures({ totals }: { totals: EvidenceTotals }) {
  const { from, to, returnRangePct, trades, winRatePct, evidenceCount, botCount } = totals;
  return (
    <Figures
      title={texts.panelBacktestsTitle({ from: formatYearRange(from, to) })}
      tag={<BacktestTag />}
      note={texts.panelEvidence({ evidence: evidenceCount, bots: botCount })}
    >
      <Figure term={texts.panelYearAfterCosts}>{returnRangePct === null ? "–" : formatRange(returnRangePct)}</Figure>
      <Figure term={texts.trades}>{trades.toLocaleString("en-US")}</Figure>
      <Figure term={texts.winRate}>{winRatePct === null ? "–" : `${formatStatistic(winRatePct, 1)}%`}</Figure>
    </Figures>
  );
}

function Figures({
  title,
  tag,
  note,
  children,
}: {
  title: string;
  tag: ReactNode;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className="max-sm:mb-4 max-sm:border-b max-sm:border-line max-sm:pb-4 xl:mb-4 xl:border-b xl:border-line xl:pb-4"
    >
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-sans text-14 font-semibold tracking-normal">{title}</h2>
        <span className="flex gap-1.5">{tag}</span>
      </header>
      <dl className="flex justify-between gap-3">{children}</dl>
      {note === undefined ? null : <p className="mt-2 text-14 text-muted">{note}</p>}
    </section>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 whitespace-nowrap text-muted">{term}</dt>
      <dd className="figure text-18 font-semibold">{children}</dd>
    </div>
  );
}
