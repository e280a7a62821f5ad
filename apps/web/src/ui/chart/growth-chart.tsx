import { DAY_SECONDS } from "@wazi/contracts";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { downloadCsv } from "../../lib/csv.ts";
import { formatDay, formatDayAndTime } from "../../lib/format-date.ts";
import { ChartBox, ChartTable, type ChartTableData } from "./chart-box.tsx";
import {
  formatChange,
  type GrowthLine,
  type GrowthRow,
  type LineLook,
  thinOut,
  type TimeWindow,
  toGrowthRows,
  truncatePercent,
} from "./chart-data.ts";
import { type ChartRange, ChartToolbar, findWindow, listRanges, rangeNames } from "./chart-toolbar.tsx";
import "./chart.css";
import * as texts from "../../messages/shared.ts";

/** The same colours and dashes are in chart-canvas.ts. */
const looks: Readonly<Record<LineLook, readonly [colour: string, dashes: string]>> = {
  main: ["var(--primary)", "none"],
  held: ["var(--accent)", "6 4"],
  cash: ["var(--muted)", "2 3"],
  second: ["var(--info)", "6 4"],
  third: ["var(--warning)", "2 3"],
  fourth: ["var(--loss)", "9 5"],
};

/** A piece of a chart's line, beside its name. */
function LineSample({ look }: { look: LineLook }) {
  const [stroke, strokeDasharray] = looks[look];
  return (
    <svg aria-hidden="true" viewBox="0 0 24 4" className="chart-sample">
      <path d="M0 2h24" stroke={stroke} strokeDasharray={strokeDasharray} />
    </svg>
  );
}

const TABLE_ROWS = 60;
const WITH_TIME_SECONDS = 60 * DAY_SECONDS;
const MISSING = "–";

interface OnDemandLine {
  label: string;
  look: LineLook;
  isLoading: boolean;
  onLoad: () => void;
}

/** How the chart is shown. */
interface ChartView {
  range: ChartRange;
  isLog: boolean;
  isTable: boolean;
  /** Ids of lines. */
  hidden: readonly string[];
}

const firstView: ChartView = { range: "All", isLog: false, isTable: false, hidden: [] };

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const formatMaybe = (change: number | null | undefined): string =>
  change === null || change === undefined ? MISSING : formatChange(change);

/**
 * A chart of growth in percent: several lines that start at 0 where the range starts, and the drawdown of the first in a
 * pane below. It has a range, a logarithmic scale, a crosshair with values, a table and a file.
 */
export function GrowthChart({
  title,
  lines,
  data,
  rowSeconds,
  stepSeconds,
  hasFalls = true,
  summary,
  fileName,
  onDemand,
}: {
  title: string;
  /** The first line cannot be hidden. */
  lines: readonly GrowthLine[];
  /** The time that the lines cover. */
  data: TimeWindow;
  /** The shortest time between two rows, such as a day for daily prices. */
  rowSeconds: number;
  /** The usual time between two points. */
  stepSeconds: number;
  /** True if the first line's drawdown is shown. */
  hasFalls?: boolean;
  /** A description of the whole chart in words. */
  summary: string;
  fileName: string;
  /** A line that is loaded when the reader asks for it. */
  onDemand?: OnDemandLine | undefined;
}) {
  const ranges = listRanges(data, stepSeconds);
  const [chosen, setChosen] = useState(firstView);
  // The drawing follows after the paint in which the pressed button is shown.
  const view = useDeferredValue(chosen);
  const range = ranges.includes(view.range) ? view.range : texts.all;
  const { isLog, isTable, hidden } = view;
  const change = (next: Partial<ChartView>) => setChosen({ ...chosen, ...next });
  const [at, setAt] = useState<number | null>(null);
  const rows = useMemo(
    () => toGrowthRows(lines, findWindow(data, range), rowSeconds),
    [lines, data, range, rowSeconds],
  );
  const drawing = useMemo(() => {
    const shown = lines.flatMap(({ id, look }, index) => (hidden.includes(id) ? [] : [{ index, look }]));
    return { kind: "growth", lines: shown, rows, hasFalls, isLog } as const;
  }, [lines, hidden, rows, hasFalls, isLog]);
  const onPoint = useCallback((row: number | null) => setAt(row), []);

  const isLong = data.to - data.from > WITH_TIME_SECONDS;
  const formatMoment = (seconds: number): string => (isLong ? formatDay : formatDayAndTime)(toIso(seconds));
  const row = (at === null ? undefined : rows[at]) ?? rows.at(-1);
  const toggle = (id: string) =>
    change({
      hidden: chosen.hidden.includes(id) ? chosen.hidden.filter((each) => each !== id) : [...chosen.hidden, id],
    });

  return (
    <figure className="grid gap-3">
      <ChartToolbar
        label={title}
        ranges={ranges}
        range={ranges.includes(chosen.range) ? chosen.range : "All"}
        isLog={chosen.isLog}
        isTable={chosen.isTable}
        onRange={(next) => change({ range: next })}
        onLog={(next) => change({ isLog: next })}
        onTable={(next) => change({ isTable: next })}
        onDownload={() => downloadCsv(fileName, toFile(lines, rows, hasFalls))}
      />
      <div className="chart-values" data-testid="chart-values">
        <p className="chart-moment">
          {row === undefined ? MISSING : formatMoment(row.time)}
          {row === undefined || row.closedAt === null ? null : (
            <span className="block text-12" data-testid="market-time">
              {texts.growthLastCloseAt({ time: formatMoment(row.closedAt) })}
            </span>
          )}
          <span className="block text-12">
            {at === null
              ? range === "All"
                ? texts.growthSinceStart
                : texts.lastRange({ range: rangeNames[range] })
              : texts.growthAtCrosshair}
          </span>
        </p>
        {lines.map(({ id, label, look }, index) => (
          <button
            key={id}
            type="button"
            disabled={index === 0}
            aria-pressed={index === 0 ? undefined : !chosen.hidden.includes(id)}
            onClick={() => toggle(id)}
            className={classNames("chart-value", chosen.hidden.includes(id) && "chart-value-off")}
          >
            <span className="chart-value-name">
              <LineSample look={look} />
              {label}
            </span>
            <span className="figure chart-value-figure">{formatMaybe(row?.changes[index])}</span>
          </button>
        ))}
        {onDemand === undefined ? null : <OnDemandValue line={onDemand} />}
        {hasFalls ? (
          <p className="chart-value">
            <span className="chart-value-name">
              {texts.drawdown({ span: <span aria-hidden="true" className="chart-fall-sample" /> })}
            </span>
            <span className="figure chart-value-figure">
              {row === undefined || row.fall === null ? MISSING : truncatePercent(row.fall)}
            </span>
          </p>
        ) : null}
      </div>
      {isTable ? (
        <ChartTable
          label={texts.growthTableLabel({ title })}
          {...toTable(lines, thinOut(rows, TABLE_ROWS), hasFalls, formatMoment)}
        />
      ) : (
        <ChartBox
          drawing={drawing}
          at={at}
          onPoint={onPoint}
          summary={summary}
          spoken={(index) => speakRow(lines, rows[index], hasFalls, formatMoment)}
          className={hasFalls ? "h-80 sm:h-96" : "h-72 sm:h-88"}
        />
      )}
      <figcaption className="text-14 text-muted">{summary}</figcaption>
    </figure>
  );
}

/** In place of the value of a line that has not been loaded. */
function OnDemandValue({ line: { label, look, isLoading, onLoad } }: { line: OnDemandLine }) {
  return (
    <button type="button" aria-pressed={false} disabled={isLoading} onClick={onLoad} className="chart-value">
      <span className="chart-value-name">
        <LineSample look={look} />
        {label}
      </span>
      <span className="chart-value-figure">{isLoading ? texts.loading : texts.show}</span>
    </button>
  );
}

function speakRow(
  lines: readonly GrowthLine[],
  row: GrowthRow | undefined,
  hasFalls: boolean,
  formatMoment: (seconds: number) => string,
): string {
  if (row === undefined) return "";
  const values = lines.map(({ label }, index) => `${label} ${formatMaybe(row.changes[index])}`);
  const fall =
    hasFalls && row.fall !== null
      ? [texts.drawdownTruncatepercent({ truncatePercent: truncatePercent(row.fall) })]
      : [];
  const market = row.closedAt === null ? "" : `, ${texts.growthLastCloseAt({ time: formatMoment(row.closedAt) })}`;
  return `${formatMoment(row.time)}${market}: ${[...values, ...fall].join(", ")}.`;
}

function toTable(
  lines: readonly GrowthLine[],
  rows: readonly GrowthRow[],
  hasFalls: boolean,
  formatMoment: (seconds: number) => string,
): ChartTableData {
  const isMarketTime = rows.some(({ closedAt }) => closedAt !== null);
  return {
    headings: [
      texts.when,
      ...(isMarketTime ? [texts.growthColumnMarketTime] : []),
      ...lines.map(({ label }) => label),
      ...(hasFalls ? [texts.growthColumnDrawdown] : []),
    ],
    rows: [...rows]
      .reverse()
      .map(({ time, closedAt, changes, fall }) => [
        formatMoment(time),
        ...(isMarketTime ? [closedAt === null ? MISSING : formatMoment(closedAt)] : []),
        ...lines.map((_, index) => formatMaybe(changes[index])),
        ...(hasFalls ? [fall === null ? MISSING : truncatePercent(fall)] : []),
      ]),
  };
}

/** Plain numbers in percent with four places, times in UTC. */
function toFile(lines: readonly GrowthLine[], rows: readonly GrowthRow[], hasFalls: boolean): string[][] {
  const format = (value: number | null | undefined): string => value?.toFixed(4) ?? "";
  return [
    ["time_utc", ...lines.map(({ label }) => `${label} (%)`), ...(hasFalls ? [texts.drawdownPercent] : [])],
    ...rows.map(({ time, changes, fall }) => [
      toIso(time),
      ...lines.map((_, index) => format(changes[index])),
      ...(hasFalls ? [format(fall)] : []),
    ]),
  ];
}
