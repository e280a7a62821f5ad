import { MIN_RECORD_TRADES, type TrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import { PercentChange } from "../../ui/percent-change.tsx";
import { FeedTag, PaperTag } from "../../ui/tag.tsx";
import { formatDuration, describeRecordSource } from "./record-text.ts";

/** The key figures of a bot's record, with its feed and period. */
export function RecordFigures({ record }: { record: TrackRecord }) {
  const holding = record.averageHoldingBarSeconds ?? record.averageHoldingSeconds;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <Figure term="Return" missing="No trades yet">
          {record.closedTrades === 0 ? null : <PercentChange value={record.returnPct} />}
        </Figure>
        <Figure term="Last 30 days" missing="Not enough history">
          {record.return30DaysPct === null ? null : <PercentChange value={record.return30DaysPct} />}
        </Figure>
        <Figure term="Last 90 days" missing="Not enough history">
          {record.return90DaysPct === null ? null : <PercentChange value={record.return90DaysPct} />}
        </Figure>
        <Figure term="Buy and hold" missing="Not known yet">
          {record.buyAndHoldPct === null ? null : <PercentChange value={record.buyAndHoldPct} />}
        </Figure>
        <Figure term="Win rate" missing="No trades yet" testId="win-rate">
          {record.winRatePct === null ? null : `${record.winRatePct}%`}
        </Figure>
        <Figure term="Profit factor" missing="No losing trades yet">
          {record.profitFactor}
        </Figure>
        <Figure term="Max drawdown" testId="max-drawdown">
          {record.maxDrawdownPct}%
        </Figure>
        <Figure term="Average holding time" missing="No trades yet">
          {holding === null ? null : formatDuration(holding)}
        </Figure>
      </dl>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-14 text-muted">
        <FeedTag feed={record.feed} />
        {record.broker === "paper" ? <PaperTag /> : null}
        <p className="min-w-0">
          {describeRecordSource(record)} {record.isEnough ? "" : explainTooFewTrades(record.closedTrades)}
        </p>
      </div>
      <OtherFeeds record={record} />
    </div>
  );
}

function explainTooFewTrades(closedTrades: number): string {
  if (closedTrades === 0) return `From ${MIN_RECORD_TRADES} closed trades, the bot's card shows this record too.`;
  const trades = closedTrades === 1 ? "1 trade says" : `${closedTrades} trades say`;
  return `${trades} little yet. From ${MIN_RECORD_TRADES} closed trades, the bot's card shows this record too.`;
}

function Figure({
  term,
  missing,
  testId,
  children,
}: {
  term: string;
  /** Shown instead of a missing figure. */
  missing?: string;
  testId?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-14 text-muted">{term}</dt>
      {children === null ? (
        <dd className="pt-1 text-14 leading-6">{missing}</dd>
      ) : (
        <dd className="figure text-24 font-semibold tracking-[-0.01em]" data-testid={testId}>
          {children}
        </dd>
      )}
    </div>
  );
}

function OtherFeeds({ record: { otherFeeds } }: { record: TrackRecord }) {
  if (otherFeeds.length === 0) return null;
  const trades = otherFeeds.map(
    ({ feed, closedTrades }) => `${closedTrades.toLocaleString("en-US")} on ${feed} prices`,
  );
  return <p className="text-14 text-muted">Trades on other price feeds are not counted here: {trades.join(", ")}.</p>;
}
