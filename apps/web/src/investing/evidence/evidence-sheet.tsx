import { type BotEvidence, DAY_SECONDS, type Estimate, type EvidenceHeadline } from "@wazi/contracts";
import { type ReactNode, useMemo } from "react";
import type { GrowthLine } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VerdictName } from "../../ui/verdict-name.tsx";
import { describeAfterShare, describeMoney, type KeptPlan } from "../../content/bot-money.ts";
import { describeAlpha, verdictNames } from "../../content/verdicts.ts";
import { MoneySentences } from "../../ui/money-sentences.tsx";
import { useBotEvidence } from "./api.ts";
import {
  Benchmarks,
  Compositions,
  CostLevels,
  Details,
  Keeps,
  Periods,
  Provenance,
  SeriesTable,
} from "./evidence-details.tsx";
import { LocalKeepTables } from "./local-keeps.tsx";
import { type CurvePoint, toCurvePoints } from "./curve-points.ts";
import {
  describeCouldNotBuy,
  describeCurve,
  describeData,
  describeSharpe,
  explainNext,
  explainRange,
  explainVerdict,
} from "./evidence-text.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import * as texts from "../../messages/evidence.ts";
import { formatCost, formatInterval, formatSigned, formatStatistic, formatYears } from "../../lib/format-statistic.ts";
import { RangeBar } from "../../ui/range-bar.tsx";

const MISSING = texts.figureMissing;

/** The key figures of a backtest, each linked to its explanation. */
function EvidenceFigures({ headline }: { headline: EvidenceHeadline }) {
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

/**
 * The evidence about a bot's rule from real past prices: the verdict and the money first, then everything behind it. `keptPlan` is null
 * while the investor's package loads.
 */
export default function EvidenceSheet({ botId, keptPlan }: { botId: string; keptPlan: KeptPlan | null }) {
  const evidence = useBotEvidence(botId);
  return (
    <Sheet title={texts.evidence} aside={<BacktestTag />} className="rests-behind-dialog">
      <QueryState
        query={evidence}
        failedTitle={texts.evidenceFailedTitle}
        loading={<SkeletonRows rows={1} className="h-160" />}
      >
        {(data) =>
          data === null ? <EmptyState>{texts.sheetEmpty}</EmptyState> : <Evidence evidence={data} keptPlan={keptPlan} />
        }
      </QueryState>
    </Sheet>
  );
}

function Evidence({ evidence, keptPlan }: { evidence: BotEvidence; keptPlan: KeptPlan | null }) {
  const { headline, keeps } = evidence;
  const isJudged = headline.verdict !== "not-judged";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" data-testid="evidence">
      <VerdictBlock headline={headline} keptPlan={keptPlan} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-line py-3 text-14 text-muted">
        <span>{describeData(headline)}</span>
        <TextLink href="/how-to-read">{texts.howToReadLink}</TextLink>
      </p>
      {isJudged ? <Curve evidence={evidence} /> : null}
      <div className="-mb-4 sm:-mb-6">
        {headline.money === null || keeps === null || keptPlan === null || headline.verdict === "benchmark" ? null : (
          <Details title={texts.sheetKeepsTitle}>
            <Keeps money={headline.money} keeps={keeps} keptPlan={keptPlan} />
            <LocalKeepTables all={evidence.localKeeps} keptPlan={keptPlan} />
          </Details>
        )}
        <Details title={texts.sheetFiguresTitle}>
          {isJudged ? null : <p className="text-14">{texts.sheetUnjudged}</p>}
          <SharpeRange headline={headline} />
          <EvidenceFigures headline={headline} />
          {isJudged ? null : <Curve evidence={evidence} />}
          <div>
            <Benchmarks evidence={evidence} />
          </div>
        </Details>
        <Details title={texts.bothHalves}>
          <Periods evidence={evidence} />
        </Details>
        <Details title={texts.sheetCostsTitle}>
          <CostLevels evidence={evidence} />
        </Details>
        {evidence.series.length === 0 ? null : (
          <Details title={texts.sheetSeriesTitle({ series: evidence.series.length })}>
            <SeriesTable evidence={evidence} />
          </Details>
        )}
        {evidence.compositions.length < 2 ? null : (
          <Details title={texts.instrumentsOverTime}>
            <Compositions evidence={evidence} />
          </Details>
        )}
        <Details title={texts.sheetProvenanceTitle}>
          <Provenance evidence={evidence} />
        </Details>
      </div>
    </div>
  );
}

function Curve({ evidence }: { evidence: BotEvidence }) {
  const lines = useMemo(() => toLines(evidence), [evidence]);
  const [first, last] = [lines[0]?.points[0], lines[0]?.points.at(-1)];
  if (first === undefined || last === undefined || last.time <= first.time) return null;
  return (
    <GrowthChart
      title={texts.backtest}
      lines={lines}
      data={{ from: first.time, to: last.time }}
      rowSeconds={DAY_SECONDS}
      stepSeconds={7 * DAY_SECONDS}
      summary={describeCurve(evidence)}
      fileName={`${evidence.botName}-backtest.csv`}
    />
  );
}

function toLines(evidence: BotEvidence): GrowthLine[] {
  const { botName } = evidence;
  const points = (read: (point: CurvePoint) => number) => toCurvePoints(evidence, read);
  return [
    { id: "bot", label: botName, look: "main", points: points(({ bot }) => bot) },
    { id: "held", label: texts.buyAndHold, look: "held", points: points(({ buyAndHold }) => buyAndHold) },
    { id: "cash", label: texts.cash, look: "cash", points: points(({ cash }) => cash) },
  ];
}

/** The verdict and what money became, in plain words. */
function VerdictBlock({ headline, keptPlan }: { headline: EvidenceHeadline; keptPlan: KeptPlan | null }) {
  const { verdict } = headline;
  const isAboveBills = useTakesShareAboveBills();
  const after = keptPlan && describeAfterShare(headline, keptPlan);
  const money =
    keptPlan && describeMoney(headline, keptPlan, (text) => <strong className="figure">{text}</strong>, isAboveBills);
  return (
    <div>
      <p className="font-display text-24 font-semibold tracking-[-0.012em]" data-testid="verdict">
        <VerdictName verdict={verdict} name={verdictNames[verdict]} />
      </p>
      {after === null ? null : (
        <p className="mt-1.5 font-medium sm:text-18">
          <VerdictName verdict={after.mark} name={after.text} />
        </p>
      )}
      {money === null ? null : (
        <div className="mt-4 max-w-[68ch] sm:text-18">
          <MoneySentences {...money} />
        </div>
      )}
      <p className="mt-4">{explainVerdict(headline)}</p>
      {[explainNext(headline), describeAlpha(headline), describeCouldNotBuy(headline)].map((text) =>
        text === null || text === "" ? null : (
          <p key={text} className="mt-1.5 text-14 text-muted">
            {text}
          </p>
        ),
      )}
    </div>
  );
}

function SharpeRange({ headline }: { headline: EvidenceHeadline }) {
  const { sharpe } = headline;
  return sharpe === null ? null : (
    <div className="max-w-xl">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <span className="text-muted">{texts.verdictSharpe}</span>
        <span className="figure font-semibold">{formatInterval(sharpe)}</span>
      </p>
      <div className="mt-3">
        <RangeBar {...sharpe} label={describeSharpe(headline)} />
      </div>
      <p className="mt-1 text-14 text-muted">{explainRange(sharpe)}</p>
    </div>
  );
}
