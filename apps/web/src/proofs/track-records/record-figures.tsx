import { MIN_RECORD_TRADES, type TrackRecord } from "@wazi/contracts";
import type { ReactNode } from "react";
import { explain, type ExplainedTerm } from "../../content/explained-terms.ts";
import { PercentChange } from "../../ui/percent-change.tsx";
import { FeedTag, PaperTag } from "../../ui/tag.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { formatDuration, describeRecordSource } from "./record-text.ts";
import * as texts from "../../messages/track-records.ts";

/** The key figures of a bot's record, with its feed and period. */
export function RecordFigures({ record }: { record: TrackRecord }) {
  const holding = record.averageHoldingBarSeconds ?? record.averageHoldingSeconds;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <Figure term={texts.returnLabel} missing={texts.figureNoTrades}>
          {record.closedTrades === 0 ? null : <PercentChange value={record.returnPct} />}
        </Figure>
        <Figure term={texts.figureMonth} missing={texts.figureTooShort}>
          {record.return30DaysPct === null ? null : <PercentChange value={record.return30DaysPct} />}
        </Figure>
        <Figure term={texts.figureQuarter} missing={texts.figureTooShort}>
          {record.return90DaysPct === null ? null : <PercentChange value={record.return90DaysPct} />}
        </Figure>
        <Figure term={texts.buyAndHold} missing={texts.figureUnknown}>
          {record.buyAndHoldPct === null ? null : <PercentChange value={record.buyAndHoldPct} />}
        </Figure>
        <Figure term={texts.winRate} missing={texts.figureNoTrades} testId="win-rate">
          {record.winRatePct === null ? null : `${record.winRatePct}%`}
        </Figure>
        <Figure term={texts.profitFactor} explained="profit-factor" missing={texts.figureNoLosses}>
          {record.profitFactor}
        </Figure>
        <Figure term={texts.maxDrawdown} explained="drawdown" testId="max-drawdown">
          {record.maxDrawdownPct}%
        </Figure>
        <Figure term={texts.figureHoldingTime} missing={texts.figureNoTrades}>
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
  if (closedTrades === 0) return texts.tooFewNoTrades({ minRecordTrades: MIN_RECORD_TRADES });
  const trades = closedTrades === 1 ? texts.tooFewOneTrade : texts.tooFewManyTrades({ closedTrades });
  return texts.tooFewText({ trades, minRecordTrades: MIN_RECORD_TRADES });
}

function Figure({
  term,
  explained,
  missing,
  testId,
  children,
}: {
  term: string;
  explained?: ExplainedTerm;
  /** Shown instead of a missing figure. */
  missing?: string;
  testId?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-14 text-muted">
        {term}
        {explained === undefined ? null : <WhatIs {...explain(explained)} />}
      </dt>
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
  const trades = otherFeeds.map(({ feed, closedTrades }) =>
    texts.otherFeed({ closedTrades: closedTrades.toLocaleString("en-US"), feed }),
  );
  return <p className="text-14 text-muted">{texts.otherFeeds({ trades: trades.join(", ") })}</p>;
}
