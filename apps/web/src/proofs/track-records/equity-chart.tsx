import { HOUR_SECONDS, type TrackRecord } from "@wazi/contracts";
import { useMemo, useState } from "react";
import type { GrowthLine } from "../../ui/chart/chart-data.ts";
import { GrowthChart } from "../../ui/chart/growth-chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { hasBuyAndHoldBars, useBuyAndHoldCandles } from "./api.ts";
import { toBuyAndHoldPoints, toUnitPricePoints } from "./chart-points.ts";
import { describeRecord } from "./record-text.ts";
import * as texts from "../../messages/track-records.ts";

/** The bot's own return since the start beside cash, its drawdown, and buy and hold when it is asked for. */
export function EquityChart({ record }: { record: TrackRecord }) {
  const [isHeldWanted, setHeldWanted] = useState(false);
  const candles = useBuyAndHoldCandles(record, isHeldWanted);
  const lines = useMemo(() => toLines(record, toBuyAndHoldPoints(record, candles)), [record, candles]);
  const [first, last] = [lines[0]?.points[0], lines[0]?.points.at(-1)];
  if (record.closedTrades === 0 || first === undefined || last === undefined) {
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
