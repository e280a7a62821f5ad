import { DAY_SECONDS, type BotEvidence } from "@wazi/contracts";
import { useMemo } from "react";
import type { GrowthLine } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useBotEvidence } from "./api.ts";
import { Benchmarks, CostLevels, Details, Periods, Provenance, SeriesTable } from "./evidence-details.tsx";
import { EvidenceFigures } from "./evidence-figures.tsx";
import { toCurvePoints, type CurvePoint } from "./curve-points.ts";
import { describeCurve, describeData } from "./evidence-text.ts";
import { VerdictBlock } from "./verdict-block.tsx";
import * as texts from "../../messages/evidence.ts";

/** The evidence about a bot's rule from real past prices: the verdict first, then everything behind it. */
export default function EvidenceSheet({ botId }: { botId: string }) {
  const evidence = useBotEvidence(botId);
  return (
    <Sheet title={texts.evidence} aside={<BacktestTag />} className="rests-behind-dialog">
      <QueryState query={evidence} what={texts.theEvidence} loading={<SkeletonRows rows={1} className="h-160" />}>
        {(data) => (data === null ? <EmptyState>{texts.sheetEmpty}</EmptyState> : <Evidence evidence={data} />)}
      </QueryState>
    </Sheet>
  );
}

function Evidence({ evidence }: { evidence: BotEvidence }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" data-testid="evidence">
      <VerdictBlock headline={evidence.headline} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-y border-line py-3 text-14 text-muted">
        <span>{describeData(evidence.headline)}</span>
        <TextLink href="/how-to-read">{texts.howToReadLink}</TextLink>
      </p>
      <EvidenceFigures headline={evidence.headline} />
      <Curve evidence={evidence} />
      <div>
        <Benchmarks evidence={evidence} />
      </div>
      <div className="-mb-4 sm:-mb-6">
        <Details title={texts.bothHalves}>
          <Periods evidence={evidence} />
        </Details>
        <Details title={texts.sheetCostsTitle}>
          <CostLevels evidence={evidence} />
        </Details>
        <Details title={texts.sheetSeriesTitle({ series: evidence.series.length })}>
          <SeriesTable evidence={evidence} />
        </Details>
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
