import { HOUR_SECONDS, MIN_RECORD_TRADES, type TrackRecord } from "@wazi/contracts";
import { type ReactNode, useMemo, useState } from "react";
import { explain, type ExplainedTerm } from "../../content/explained-terms.ts";
import { PercentChange } from "../../ui/percent-change.tsx";
import { FeedTag, PaperTag } from "../../ui/tag.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import * as texts from "../../messages/track-records.ts";
import type { GrowthLine } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { hasBuyAndHoldBars, useBuyAndHoldCandles } from "./api.ts";
import { toBuyAndHoldPoints, toUnitPricePoints } from "./chart-points.ts";
import { formatDay } from "../../lib/format-date.ts";
import { formatNav } from "../../lib/format-number.ts";

/** "+3.12%" or "−0.40%". */
export function formatSignedPercent(value: string): string {
  const size = value.replace(/^-/, "");
  return `${value.startsWith("-") ? "−" : "+"}${size}%`;
}

/** "45 s", "12 min", "3 h 20 min", "2 days 5 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.minutesMin({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : texts.durationHours({ hours, minutes: minutes % 60 });
  const days = Math.floor(hours / 24);
  const whole = days === 1 ? texts.recordOneDay : texts.recordDays({ days });
  return hours % 24 === 0 ? whole : `${whole} ${hours % 24} h`;
}

/** Describes a record's chart in words. */
export function describeRecord(record: TrackRecord): string {
  const { botName, since, returnPct, openReturnPct, maxDrawdownPct, buyAndHoldPct, closedTrades } = record;
  if (since === null) return texts.recordNone({ botName });
  const nav = record.openNav ?? record.nav;
  const held =
    buyAndHoldPct === null ? "" : ` ${texts.recordBuyAndHold({ buyAndHoldPct: formatSignedPercent(buyAndHoldPct) })}`;
  return (
    `${texts.recordReturn({ since: formatDay(since), botName, nav: formatNav(nav), returnPct: formatSignedPercent(openReturnPct ?? returnPct) })} ` +
    `${texts.recordTrades({ closedTrades: closedTrades.toLocaleString("en-US"), closedTrades2: closedTrades })} ` +
    texts.recordDrawdown({ maxDrawdownPct, held, record: describeMarketTime(record) })
  );
}

/** The period in the market's own time, where it differs from the clock's. */
function describeMarketTime({ series }: TrackRecord): string {
  const [first, last] = [series[0]?.barTime ?? null, series.at(-1)?.barTime ?? null];
  if (first === null || last === null) return "";
  return ` ${texts.recordMarketTime({ first: formatDay(first), last: formatDay(last) })}`;
}

const feedPhrases: Readonly<Record<TrackRecord["feed"], string>> = {
  simulated: texts.simulatedPrices,
  replay: texts.feedReplay,
  live: texts.livePrices,
};

/** The period, the feed and the broker of a record, which must be shown beside it. */
export function describeRecordSource({ since, feed, broker }: Pick<TrackRecord, "since" | "feed" | "broker">): string {
  const orders = broker === "paper" ? texts.paperMoney : texts.realOrders;
  const period = since === null ? texts.figureNoTrades : texts.figureSince({ since: formatDay(since) });
  return texts.recordSource({ period, feed: feedPhrases[feed], orders });
}

/** The key figures of a bot's record, with its feed and period. */
export function RecordFigures({ record }: { record: TrackRecord }) {
  const holding = record.averageHoldingBarSeconds ?? record.averageHoldingSeconds;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <Figure term={texts.returnLabel} testId="record-return">
          <RecordReturn record={record} />
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

/** The return with open trades at today's prices, and of closed trades alone where that is another. */
function RecordReturn({ record: { returnPct, openReturnPct, closedTrades } }: { record: TrackRecord }) {
  if (openReturnPct === null)
    return closedTrades === 0 ? (
      <span className="text-14 leading-6 font-normal">{texts.figureNoTrades}</span>
    ) : (
      <PercentChange value={returnPct} />
    );
  return (
    <>
      <PercentChange value={openReturnPct} />
      <span className="block text-14 font-normal text-muted">
        {texts.returnOfClosed({ returnPct: formatSignedPercent(returnPct) })}
      </span>
    </>
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

/** The bot's own return since the start beside cash, its drawdown, and buy and hold when it is asked for. */
export function EquityChart({ record }: { record: TrackRecord }) {
  const [isHeldWanted, setHeldWanted] = useState(false);
  const candles = useBuyAndHoldCandles(record, isHeldWanted);
  const lines = useMemo(() => toLines(record, toBuyAndHoldPoints(record, candles)), [record, candles]);
  const [first, last] = [lines[0]?.points[0], lines[0]?.points.at(-1)];
  if ((record.closedTrades === 0 && record.openNav === null) || first === undefined || last === undefined) {
    return <EmptyState>{texts.chartEmpty}</EmptyState>;
  }
  return (
    <GrowthChart
      title={texts.chartTitle}
      lines={lines}
      data={{ from: first.time, to: last.time }}
      rowSeconds={1}
      stepSeconds={HOUR_SECONDS}
      summary={describeRecord(record)}
      fileName={`${record.botName}-return.csv`}
      onDemand={
        hasBuyAndHoldBars(record) && lines.every(({ id }) => id !== "held")
          ? { label: texts.buyAndHold, look: "held", isLoading: isHeldWanted, onLoad: () => setHeldWanted(true) }
          : undefined
      }
    />
  );
}

function toLines(record: TrackRecord, held: GrowthLine["points"]): GrowthLine[] {
  const points = toUnitPricePoints(record);
  const [first, last] = [points[0], points.at(-1)];
  // Money in the balance earns no interest.
  const cash = first === undefined || last === undefined ? [] : [first, last].map(({ time }) => ({ time, value: 1 }));
  return [
    { id: "bot", label: record.botName, look: "main", points },
    ...(held.length === 0 ? [] : [{ id: "held", label: texts.buyAndHold, look: "held", points: held } as const]),
    { id: "cash", label: texts.cash, look: "cash", points: cash },
  ];
}
