import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icons.tsx";
import { rangeNames, type ChartRange } from "./chart-ranges.ts";
import * as texts from "../../messages/shared.ts";

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
