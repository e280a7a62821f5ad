import type { TrackRecord } from "@wazi/contracts";
import { useMemo } from "react";
import type { GrowthLine } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useBuyAndHoldCandles } from "./api.ts";
import { toBuyAndHoldPoints, toUnitPricePoints } from "./chart-points.ts";
import { describeRecord } from "./record-text.ts";

const HOUR_SECONDS = 3_600;

/** The bot's own return since the start beside buy and hold and cash, and its drawdown. */
export function EquityChart({ record }: { record: TrackRecord }) {
  const candles = useBuyAndHoldCandles(record);
  const lines = useMemo(() => toLines(record, toBuyAndHoldPoints(record, candles)), [record, candles]);
  const [first, last] = [lines[0]?.points[0], lines[0]?.points.at(-1)];
  if (record.closedTrades === 0 || first === undefined || last === undefined) {
    return <EmptyState>No closed trades yet. The chart starts with the first one.</EmptyState>;
  }
  return (
    <GrowthChart
      title="Return and drawdown"
      lines={lines}
      data={{ from: first.time, to: last.time }}
      rowSeconds={1}
      stepSeconds={HOUR_SECONDS}
      summary={describeRecord(record)}
      fileName={`${record.botName}-return.csv`}
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
    ...(held.length === 0 ? [] : [{ id: "held", label: "Buy and hold", look: "held", points: held } as const]),
    { id: "cash", label: "Cash", look: "cash", points: cash },
  ];
}
