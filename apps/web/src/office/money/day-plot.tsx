import { toChartValue, formatShortDay, type DaySeries } from "./day-figures.ts";
import { Bars, DataPoint, Line, getDayCenter, type Plot } from "./day-marks.tsx";
import { toPixelY, pickLabelledDays, formatTick } from "./day-scale.ts";

/** Space around the plot for axis labels, in pixels. */
export const margins = { left: 56, right: 10, top: 8, bottom: 24 } as const;
/** Half the width of a day label. */
const HALF_LABEL_PX = 26;

/** The chart itself. It is hidden from screen readers, which get the same figures as text. */
export function DayPlot({
  plot,
  series,
  kind,
  chosen,
}: {
  plot: Plot;
  series: readonly DaySeries[];
  kind: "bars" | "lines";
  /** The index of the selected day, if any. */
  chosen: number | null;
}) {
  const { width, height } = plot;
  return (
    <svg
      aria-hidden="true"
      width={width + margins.left + margins.right}
      height={height + margins.top + margins.bottom}
      className="block"
    >
      <g transform={`translate(${margins.left} ${margins.top})`}>
        <GridLines plot={plot} />
        {series.map((each) =>
          kind === "bars" ? (
            <Bars key={each.name} plot={plot} series={each} />
          ) : (
            <Line key={each.name} plot={plot} series={each} />
          ),
        )}
        {chosen === null ? null : <ChosenDay plot={plot} series={series} kind={kind} chosen={chosen} />}
        <DayMarks plot={plot} />
      </g>
    </svg>
  );
}

function GridLines({ plot: { width, height, scale } }: { plot: Plot }) {
  return scale.ticks.map((tick) => {
    const y = Math.round(toPixelY(tick, scale, height)) + 0.5;
    return (
      <g key={tick}>
        <path d={`M0 ${y}H${width}`} stroke={tick === 0 ? "var(--outline)" : "var(--line)"} />
        <text x={-8} y={y + 4} textAnchor="end" fill="var(--muted)" className="figure text-12">
          {formatTick(tick)}
        </text>
      </g>
    );
  });
}

/** A thin line at the selected day. */
function ChosenDay({
  plot,
  series,
  kind,
  chosen,
}: {
  plot: Plot;
  series: readonly DaySeries[];
  kind: "bars" | "lines";
  chosen: number;
}) {
  const { days, height, scale, isLastUnfinished } = plot;
  const day = days[chosen];
  if (day === undefined) return null;
  const x = getDayCenter(chosen, plot);
  const isOpen = isLastUnfinished && chosen === days.length - 1;
  return (
    <>
      <path d={`M${x} 0V${height}`} stroke="var(--ink)" />
      {kind === "bars"
        ? null
        : series.map((each) => (
            <DataPoint
              key={each.name}
              x={x}
              y={toPixelY(toChartValue(each, day), scale, height)}
              series={each}
              isOpen={isOpen}
            />
          ))}
    </>
  );
}

function DayMarks({ plot }: { plot: Plot }) {
  const { days, width, height, isLastUnfinished } = plot;
  const last = days.at(-1)?.day ?? "";
  const names = days.map(({ day }) => day);
  return pickLabelledDays(names, width).map((index) => {
    const day = names[index] ?? "";
    const isLast = index === days.length - 1;
    const x = getDayCenter(index, plot);
    const isAtEdge = x > width + margins.right - HALF_LABEL_PX;
    return (
      <g key={day}>
        <path d={`M${x} ${height}v4`} stroke="var(--outline)" />
        <text
          x={isAtEdge ? width + margins.right : x}
          y={height + 18}
          textAnchor={isAtEdge ? "end" : "middle"}
          fill="var(--muted)"
          className="text-12"
        >
          {isLast && isLastUnfinished ? "today" : formatShortDay(day, last)}
        </text>
      </g>
    );
  });
}
