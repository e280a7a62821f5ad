import type { EvidenceHeadline, Estimate } from "@wazi/contracts";
import type { ReactNode } from "react";
import { formatCost, formatSigned, formatStatistic, formatYears } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/evidence.ts";

const MISSING = texts.figureMissing;

/** The key figures of a backtest, each linked to its explanation. */
export function EvidenceFigures({ headline }: { headline: EvidenceHeadline }) {
  const { excessReturnPct, maxDrawdownPct, costsPct, deflatedSharpe, overfittingProbability, winRatePct, trades } =
    headline;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
      <Figure term={texts.figureOverCash} about="excess-return" range={formatRange(excessReturnPct)}>
        {excessReturnPct === null ? null : formatSigned(excessReturnPct.value)}
      </Figure>
      <Figure term={texts.deepestFall} about="drawdown" range={formatRange(maxDrawdownPct)}>
        {maxDrawdownPct === null ? null : formatSigned(maxDrawdownPct.value)}
      </Figure>
      <Figure term={texts.figureCosts} about="costs">
        {costsPct === null ? null : formatCost(costsPct)}
      </Figure>
      <Figure term={texts.yearsMissing} about="years">
        {describeYearsMissing(headline)}
      </Figure>
      <Figure term={texts.deflatedSharpe} about="deflated">
        {formatShare(deflatedSharpe)}
      </Figure>
      <Figure term={texts.overfitting} about="overfitting">
        {formatShare(overfittingProbability)}
      </Figure>
      <Figure term={texts.winRate} about="win-rate">
        {winRatePct === null ? null : `${formatStatistic(winRatePct, 1)}%`}
      </Figure>
      <Figure term={texts.trades} about="backtest">
        {trades.toLocaleString("en-US")}
      </Figure>
    </dl>
  );
}

function describeYearsMissing({ sharpe, yearsMissing }: EvidenceHeadline): string | null {
  if (yearsMissing !== null) return yearsMissing === 0 ? texts.none : formatYears(yearsMissing);
  return sharpe === null ? null : texts.notReachable;
}

function formatRange(estimate: Estimate | null): string | null {
  return estimate === null
    ? null
    : texts.figureRange({ low: formatSigned(estimate.low), high: formatSigned(estimate.high) });
}

const formatShare = (share: number | null): string | null =>
  share === null ? null : `${formatStatistic(share * 100, 0)}%`;

function Figure({
  term,
  about,
  range = null,
  children,
}: {
  term: string;
  /** Its place on the page "How to read this". */
  about: string;
  range?: string | null;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-14 text-muted">
        <a href={`/how-to-read#${about}`} className="underline decoration-dotted underline-offset-4 hover:text-ink">
          {term}
        </a>
      </dt>
      {children === null ? (
        <dd className="pt-1 text-14 leading-6">{MISSING}</dd>
      ) : (
        <dd>
          <span className="figure block text-24 font-semibold tracking-[-0.01em]">{children}</span>
          {range === null ? null : <span className="figure text-14 text-muted">{range}</span>}
        </dd>
      )}
    </div>
  );
}
