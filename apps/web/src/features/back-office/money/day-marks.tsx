import type { MoneyFlowDay } from "@wazi/contracts";
import { useId } from "react";
import { toChartValue, type DaySeries } from "./day-figures.ts";
import { toPixelY, type DayScale } from "./day-scale.ts";

/** What is drawn into a plot, in pixels. */
export interface Plot {
  days: readonly MoneyFlowDay[];
  width: number;
  height: number;
  scale: DayScale;
  /** The last day is not over. */
  isLastUnfinished: boolean;
}

const MAX_BAR_PX = 26;
/** Below this a gap between two bars would only make them shimmer. */
const MIN_GAPPED_PX = 4;

/** As attributes, and not as classes: the sheet of styles that every page loads has no use for them. */
const colors = { first: "var(--primary)", second: "var(--info)" } as const;

/** The middle of a day's place. */
export function getDayCenter(index: number, { days, width }: Pick<Plot, "days" | "width">): number {
  return ((index + 0.5) * width) / days.length;
}

/** A bar per day from 0 up or down; that of a day which is not over is hatched. */
export function Bars({ plot, series }: { plot: Plot; series: DaySeries }) {
  const { days, width, height, scale, isLastUnfinished } = plot;
  const hatching = useId();
  const paint = colors[series.look];
  const place = width / days.length;
  const size = place < MIN_GAPPED_PX ? place : Math.min(place * 0.72, MAX_BAR_PX);
  const zero = toPixelY(0, scale, height);
  return (
    <>
      <pattern id={hatching} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 2.500H5" stroke={paint} strokeWidth={2} />
      </pattern>
      {days.map((day, index) => {
        const value = toChartValue(series, day);
        if (value === 0) return null;
        const end = toPixelY(value, scale, height);
        // What is too small to be seen still leaves a hair's breadth: it did happen.
        const tall = Math.max(Math.abs(end - zero), 1);
        const box = {
          x: getDayCenter(index, plot) - size / 2,
          y: value > 0 ? zero - tall : zero,
          width: size,
          height: tall,
        };
        return isLastUnfinished && index === days.length - 1 ? (
          <rect key={day.day} {...box} fill={`url(#${hatching})`} stroke={paint} />
        ) : (
          <rect key={day.day} {...box} fill={paint} />
        );
      })}
    </>
  );
}

/** A line through the ends of the days; the first series whole, the second broken. It ends in an open knot today. */
export function Line({ plot, series }: { plot: Plot; series: DaySeries }) {
  const { days, scale, height, isLastUnfinished } = plot;
  const points = days.map((day, index) => ({
    x: getDayCenter(index, plot),
    y: toPixelY(toChartValue(series, day), scale, height),
  }));
  const end = points.at(-1);
  if (end === undefined) return null;
  return (
    <>
      <path
        d={points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}
        strokeDasharray={series.look === "second" ? "5 4" : undefined}
        strokeLinejoin="round"
        strokeWidth={2}
        stroke={colors[series.look]}
        fill="none"
      />
      <DataPoint x={end.x} y={end.y} series={series} isOpen={isLastUnfinished} />
    </>
  );
}

/** A point of a line; open where it will still move. */
export function DataPoint({ x, y, series, isOpen }: { x: number; y: number; series: DaySeries; isOpen: boolean }) {
  return (
    <circle
      cx={x}
      cy={y}
      r={4}
      strokeWidth={2}
      stroke={colors[series.look]}
      fill={isOpen ? "var(--surface)" : colors[series.look]}
    />
  );
}

/** How a series looks in the drawing, beside its name. */
export function SeriesKey({ series, kind }: { series: DaySeries; kind: "bars" | "lines" }) {
  return (
    <svg aria-hidden="true" width={18} height={10} className="shrink-0">
      {kind === "bars" ? (
        <rect x={4} width={10} height={10} fill={colors[series.look]} />
      ) : (
        <path
          d="M0 5H18"
          strokeDasharray={series.look === "second" ? "5 4" : undefined}
          strokeWidth={2}
          stroke={colors[series.look]}
        />
      )}
    </svg>
  );
}
