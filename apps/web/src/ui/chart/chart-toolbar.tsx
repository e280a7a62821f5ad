import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icons.tsx";
import { rangeNames, type ChartRange } from "./chart-ranges.ts";

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
  /** What the chart shows, for screen readers. */
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
    <div className="chart-tools" role="group" aria-label={`${label}: view`}>
      {ranges.length < 2 ? null : (
        <div className="chart-segments" role="group" aria-label="Range">
          {ranges.map((each) => (
            <Segment
              key={each}
              isOn={each === range}
              label={each === "All" ? "All" : `${each}, ${rangeNames[each]}`}
              onClick={() => onRange(each)}
            >
              {each}
            </Segment>
          ))}
        </div>
      )}
      <div className="chart-segments">
        <Segment isOn={isLog} label="Logarithmic scale" onClick={() => onLog(!isLog)}>
          Log
        </Segment>
        <Segment isOn={isTable} label="Show as a table" onClick={() => onTable(!isTable)}>
          Table
        </Segment>
        <Segment label={`Download ${label} as CSV`} onClick={onDownload}>
          <Icon name="in" className="size-4" />
          CSV
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
