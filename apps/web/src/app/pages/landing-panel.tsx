import type { PublicTrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import { samplePanel } from "../../content/samples.ts";
import { toRecentActivity } from "../../features/track-records/bot-activity.ts";
import { RecentBotActivity, SampleBotActivity } from "../../features/track-records/recent-bot-activity.tsx";
import { formatDay } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { FeedTag, SampleDataTag } from "../../ui/tag.tsx";
import { LandingPanelSkeleton } from "./landing-skeletons.tsx";
import { useLandingRecord } from "./landing-record.ts";

/** Three figures and the latest trades of the bots. */
export default function LandingPanel() {
  const state = useLandingRecord();
  if (state.status === "failed") return null;
  if (state.status === "loading") return <LandingPanelSkeleton />;
  const { record, mayShowSamples } = state;
  const hasTraded = record.recentTrades.length > 0;
  if (record.figures === null && !hasTraded && !mayShowSamples) return null;
  return (
    <div
      className="rounded-md border border-line bg-surface p-4 sm:grid sm:auto-cols-fr sm:grid-flow-col sm:gap-8 sm:p-5 xl:block"
      data-testid="landing-panel"
    >
      {record.figures !== null ? (
        <OwnFigures record={record} figures={record.figures} />
      ) : mayShowSamples ? (
        <SampleFigures />
      ) : null}
      {hasTraded ? (
        <RecentBotActivity activity={toRecentActivity(record)} />
      ) : mayShowSamples ? (
        <SampleBotActivity />
      ) : null}
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
      title={record.since === null ? "All bots" : `All bots since ${formatDay(record.since)}`}
      tag={record.feeds.map((feed) => (
        <FeedTag key={feed} feed={feed} />
      ))}
    >
      <Figure term="Total profit">
        <Money value={figures.profit} change />
      </Figure>
      <Figure term="Closed trades">{record.closedTrades.toLocaleString("en-US")}</Figure>
      <Figure term="Win rate">{figures.winRatePct}%</Figure>
    </Figures>
  );
}

function SampleFigures() {
  return (
    <Figures title="All bots" tag={<SampleDataTag text="Sample data" />}>
      <Figure term="Total profit">
        <Money value={samplePanel.totalProfit} change />
      </Figure>
      <Figure term="Active trades">{samplePanel.activeTrades}</Figure>
      <Figure term="Win rate">{samplePanel.winRatePct}%</Figure>
    </Figures>
  );
}

function Figures({ title, tag, children }: { title: string; tag: ReactNode; children: ReactNode }) {
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
