import type { TrackRecord } from "@wazi/contracts";
import { useMemo, type ReactNode } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChartBox } from "./chart-box.tsx";
import { truncatePercent, toDrawdownPoints, toBuyAndHoldPoints, toReturnPoints, thinOut } from "./chart-points.ts";
import { ChartTable } from "./chart-table.tsx";
import { useBuyAndHoldCandles } from "./api.ts";
import { describeRecord } from "./record-text.ts";

const TABLE_ROWS = 24;

/** The bot's return since the start, the return of buy and hold, and the drawdown. */
export function EquityChart({ record }: { record: TrackRecord }) {
  const candles = useBuyAndHoldCandles(record);
  const drawing = useMemo(() => {
    const returns = toReturnPoints(record);
    return {
      kind: "equity",
      returns,
      drawdown: toDrawdownPoints(returns),
      held: toBuyAndHoldPoints(record, candles),
    } as const;
  }, [record, candles]);

  if (record.since === null || record.closedTrades === 0) {
    return <EmptyState>No closed trades yet. The chart starts with the first one.</EmptyState>;
  }
  const summary = describeRecord(record);
  const rows = thinOut(
    drawing.returns.map(({ time, value }, index) => ({
      id: String(time),
      cells: [
        formatDayAndTime(new Date(time * 1000).toISOString()),
        truncatePercent(value),
        truncatePercent(drawing.drawdown[index]?.value ?? 0),
      ],
    })),
    TABLE_ROWS,
  );
  return (
    <figure className="grid gap-3">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-muted">
        <Key className="bg-primary">Bot return</Key>
        {drawing.held.length > 0 ? <Key className="bg-accent">Buy and hold of the same symbols</Key> : null}
        <Key className="bg-loss">Drawdown (fall from the highest point)</Key>
      </ul>
      <ChartBox drawing={drawing} summary={summary} className="h-80 sm:h-96" />
      <figcaption className="text-14 text-muted">{summary}</figcaption>
      <ChartTable label="Return and drawdown" headings={["When", "Return", "Drawdown"]} rows={rows} />
    </figure>
  );
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`h-1 w-5 rounded-full ${className}`} />
      {children}
    </li>
  );
}
