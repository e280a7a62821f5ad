import { DAY_SECONDS, HOUR_SECONDS, type BotEvidence, type TrackRecord } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { toCurvePoints } from "../../investing/evidence/curve-points.ts";
import { toUnitPricePoints } from "../../proofs/track-records/chart-points.ts";
import { ChartCredit } from "../../ui/chart/chart-credit.tsx";
import type { GrowthLine, LineLook, TimeWindow } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { formatDay } from "../../lib/format-date.ts";
import * as texts from "../../messages/compare.ts";

const looks: readonly LineLook[] = ["main", "second", "third", "fourth"];

/** The growth of all compared bots on one chart: over real past prices, or here. */
export function CompareChart({
  ids,
  evidence,
  records,
}: {
  ids: readonly string[];
  evidence: readonly BotEvidence[];
  records: readonly TrackRecord[];
}) {
  const [source, setSource] = useState<"backtest" | "own">("backtest");
  const lines = useMemo(() => toLines(ids, source, evidence, records), [ids, source, evidence, records]);
  const data = findCommonTime(lines);
  const isBacktest = source === "backtest";
  const feed = records[0]?.feed;
  return (
    <Sheet
      title={texts.growth}
      aside={isBacktest ? <BacktestTag /> : feed === undefined ? null : <FeedTag feed={feed} />}
    >
      <div className="grid gap-4">
        <div className="chart-segments justify-self-start" role="group" aria-label={texts.source}>
          <SourceButton isOn={isBacktest} onClick={() => setSource("backtest")}>
            {texts.sourceBacktest}
          </SourceButton>
          <SourceButton isOn={!isBacktest} onClick={() => setSource("own")}>
            {texts.sourceOwn}
          </SourceButton>
        </div>
        {data === null ? (
          <EmptyState>{isBacktest ? texts.chartNoBacktests : texts.chartNoTrades}</EmptyState>
        ) : (
          <GrowthChart
            key={`${source} ${ids.join()}`}
            title={isBacktest ? texts.backtests : texts.ownRecords}
            lines={lines}
            data={data}
            rowSeconds={isBacktest ? DAY_SECONDS : 1}
            stepSeconds={isBacktest ? 7 * DAY_SECONDS : HOUR_SECONDS}
            hasFalls={false}
            summary={describe(lines, data, isBacktest)}
            fileName={`wazi-compare-${source}.csv`}
          />
        )}
        <ChartCredit />
      </div>
    </Sheet>
  );
}

function SourceButton({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={isOn ? "chart-segment chart-segment-on" : "chart-segment"}
    >
      {children}
    </button>
  );
}

function toLines(
  ids: readonly string[],
  source: "backtest" | "own",
  evidence: readonly BotEvidence[],
  records: readonly TrackRecord[],
): GrowthLine[] {
  return ids.flatMap((id, index) => {
    const look = looks[index] ?? "main";
    if (source === "backtest") {
      const found = evidence.find(({ botId }) => botId === id);
      return found === undefined
        ? []
        : [{ id, label: found.botName, look, points: toCurvePoints(found, ({ bot }) => bot) }];
    }
    const record = records.find(({ botId }) => botId === id);
    if (record === undefined || record.closedTrades === 0) return [];
    // Each bot's market time is another one, so the chart of several shows none.
    const points = toUnitPricePoints(record).map(({ time, value }) => ({ time, value }));
    return [{ id, label: record.botName, look, points }];
  });
}

/** The time that all lines cover, so that they start together; null without one. */
function findCommonTime(lines: readonly GrowthLine[]): TimeWindow | null {
  const from = Math.max(...lines.map(({ points }) => points[0]?.time ?? Infinity));
  const to = Math.min(...lines.map(({ points }) => points.at(-1)?.time ?? -Infinity));
  return Number.isFinite(from) && from < to ? { from, to } : null;
}

function describe(lines: readonly GrowthLine[], { from, to }: TimeWindow, isBacktest: boolean): string {
  const [first, last] = [from, to].map((time) => formatDay(new Date(time * 1000).toISOString()));
  const names = lines.map(({ label }) => label).join(", ");
  return texts.chartDescription({
    names,
    isBacktest: isBacktest ? "yes" : "other",
    first: String(first),
    last: String(last),
  });
}
