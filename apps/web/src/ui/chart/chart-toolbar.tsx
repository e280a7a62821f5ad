import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icons.tsx";
import * as texts from "../../messages/shared.ts";
import { DAY_SECONDS } from "@wazi/contracts";
import type { TimeWindow } from "./chart-data.ts";

/** The ranges of a chart and their length in seconds. */
const lengths = {
  "1D": DAY_SECONDS,
  "1W": 7 * DAY_SECONDS,
  "1M": 30 * DAY_SECONDS,
  "3M": 91 * DAY_SECONDS,
  "1Y": 365 * DAY_SECONDS,
  "5Y": 5 * 365.25 * DAY_SECONDS,
  All: Infinity,
} as const;

export type ChartRange = keyof typeof lengths;

/** The words of a screen reader for "1D". */
export const rangeNames: Readonly<Record<ChartRange, string>> = {
  "1D": texts.rangeDay,
  "1W": texts.rangeWeek,
  "1M": texts.rangeMonth,
  "3M": texts.rangeQuarter,
  "1Y": texts.rangeYear,
  "5Y": texts.rangeFiveYears,
  All: texts.all,
};

export const rangeSeconds = (range: ChartRange): number => lengths[range];

/** The ranges that are shorter than the data, and "All". Ranges with fewer than three steps of the data are left out. */
export function listRanges(data: TimeWindow, stepSeconds: number): ChartRange[] {
  const length = data.to - data.from;
  return (Object.keys(lengths) as ChartRange[]).filter(
    (range) => range === "All" || (lengths[range] < length && lengths[range] >= 3 * stepSeconds),
  );
}

/** The newest part of the data that a range covers. */
export function findWindow(data: TimeWindow, range: ChartRange): TimeWindow {
  return { from: Math.max(data.from, data.to - lengths[range]), to: data.to };
}

/** The buttons above a chart: its range, the kind of scale, its figures as a table and as a file. */
export function ChartToolbar<Range extends ChartRange>({
  label,
  ranges,
  range,
  onRange,
  isLog,
  onLog,
  isTable,
  onTable,
  onDownload,
}: {
  /** A description of the chart for screen readers. */
  label: string;
  ranges: readonly Range[];
  range: Range;
  onRange: (range: Range) => void;
  isLog: boolean;
  onLog: (isLog: boolean) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  onDownload: () => void;
}) {
  return (
    <div className="chart-tools" role="group" aria-label={texts.labelView({ label })}>
      {ranges.length < 2 ? null : (
        <div className="chart-segments" role="group" aria-label={texts.range}>
          {ranges.map((each) => (
            <Segment
              key={each}
              isOn={each === range}
              label={each === "All" ? texts.all : `${each}, ${rangeNames[each]}`}
              onClick={() => onRange(each)}
            >
              {each}
            </Segment>
          ))}
        </div>
      )}
      <div className="chart-segments">
        <Segment isOn={isLog} label={texts.logarithmicScale} onClick={() => onLog(!isLog)}>
          {texts.log}
        </Segment>
        <Segment isOn={isTable} label={texts.chartTableLabel} onClick={() => onTable(!isTable)}>
          {texts.table}
        </Segment>
        <Segment label={texts.chartDownloadLabel({ label })} onClick={onDownload}>
          <Icon name="in" className="size-4" />
          {texts.csv}
        </Segment>
      </div>
    </div>
  );
}

/** `isOn` is missing for a button that does something once. */
function Segment({
  isOn,
  label,
  onClick,
  children,
}: {
  isOn?: boolean;
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={classNames("chart-segment", isOn === true && "chart-segment-on")}
    >
      {children}
    </button>
  );
}
