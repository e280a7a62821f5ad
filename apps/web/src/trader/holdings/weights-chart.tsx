import { type BotWeights, DAY_SECONDS } from "@wazi/contracts";
import { useCallback, useMemo, useState } from "react";
import { formatDay, formatDayAndTime } from "../../lib/format-date.ts";
import { classNames } from "../../lib/class-names.ts";
import { ChartBox, ChartTable } from "../../ui/chart/chart-box.tsx";
import { toSeconds } from "../../ui/chart/chart-data.ts";
import "../../ui/chart/chart.css";
import * as texts from "../../messages/holdings.ts";
import { nameSymbol } from "./holdings-text.ts";
import { CASH_FILL, pickFill } from "./part-fills.ts";

/** The parts of each change in the order of the names, cash last. A short counts with what it ties up. */
function toWeightRows(
  history: readonly BotWeights[],
  symbols: readonly string[],
): { time: number; weights: number[] }[] {
  const rows = new Map<number, { time: number; weights: number[] }>();
  for (const { at, cashPct, parts } of history) {
    const held = symbols.map((symbol) =>
      parts.filter((part) => part.symbol === symbol).reduce((sum, { weightPct }) => sum + Number(weightPct), 0),
    );
    const time = toSeconds(at);
    rows.set(time, { time, weights: [...held, Number(cashPct)] });
  }
  return [...rows.values()];
}

const LONG_SECONDS = 60 * DAY_SECONDS;

/** The weights after each change as areas on top of each other, with a table of the same figures. */
export function WeightsChart({
  history,
  symbols,
  cashName,
}: {
  history: readonly BotWeights[];
  symbols: readonly string[];
  cashName: string;
}) {
  const [isTable, setIsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const rows = useMemo(() => toWeightRows(history, symbols), [history, symbols]);
  const drawing = useMemo(() => ({ kind: "weights", parts: symbols.length, rows }) as const, [symbols, rows]);
  const onPoint = useCallback((row: number | null) => setAt(row), []);
  const isLong = (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0) > LONG_SECONDS;
  const formatMoment = (time: number): string => (isLong ? formatDay : formatDayAndTime)(new Date(time * 1000));
  const names = [...symbols.map(nameSymbol), cashName];
  const row = (at === null ? undefined : rows[at]) ?? rows.at(-1);
  const summary = texts.chartSummary({ count: rows.length });
  const cells = (weights: readonly number[]): string[] => weights.map((weight) => `${weight.toFixed(2)}%`);
  return (
    <figure className="grid gap-3">
      <div className="chart-tools">
        <p className="figure text-14">{row === undefined ? null : formatMoment(row.time)}</p>
        <div className="chart-segments">
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
            className={classNames("chart-segment", isTable && "chart-segment-on")}
          >
            {texts.chartTable}
          </button>
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {names.map((name, index) => (
          <li key={name} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className={classNames("size-3 rounded-[2px]", index < symbols.length ? pickFill(index) : CASH_FILL)}
            />
            {texts.label({ symbol: name, weight: `${(row?.weights[index] ?? 0).toFixed(2)}%` })}
          </li>
        ))}
      </ul>
      {isTable ? (
        <ChartTable
          label={texts.chartLabel}
          headings={[texts.chartWhen, ...names]}
          rows={[...rows].reverse().map(({ time, weights }) => [formatMoment(time), ...cells(weights)])}
        />
      ) : (
        <ChartBox
          drawing={drawing}
          at={at}
          onPoint={onPoint}
          summary={summary}
          spoken={(index) => {
            const found = rows[index];
            if (found === undefined) return "";
            const parts = names.map((name, place) =>
              texts.label({ symbol: name, weight: `${(found.weights[place] ?? 0).toFixed(2)}%` }),
            );
            return `${formatMoment(found.time)}: ${parts.join(", ")}.`;
          }}
          className="h-56 sm:h-64"
        />
      )}
      <figcaption className="text-14 text-muted">{summary}</figcaption>
    </figure>
  );
}
