import type { MoneyFlowDay } from "@wazi/contracts";
import { useId } from "react";
import { toChartValue, type DaySeries } from "./day-figures.ts";
import { toPixelY, type DayScale } from "./day-scale.ts";

/** The geometry of a plot, in pixels. */
export interface Plot {
  days: readonly MoneyFlowDay[];
  width: number;
  height: number;
  scale: DayScale;
  /** True if the last day is still in progress. */
  isLastUnfinished: boolean;
}

const MAX_BAR_PX = 26;
/** Gaps between narrower bars would only shimmer. */
const MIN_GAPPED_PX = 4;

/** Set as attributes: classes would also land in the style sheet that every page loads. */
const colors = { first: "var(--primary)", second: "var(--info)" } as const;

/** The x position of the middle of a day. */
export function getDayCenter(index: number, { days, width }: Pick<Plot, "days" | "width">): number {
  return ((index + 0.5) * width) / days.length;
}

/** One bar per day, up or down from 0. The bar of a day in progress is hatched. */
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
        // A tiny amount still gets one pixel, so that it is not hidden.
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

/** A line through the values at the end of each day: solid for the first series, dashed for the second. */
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

/** A point of a line, hollow while its value can still change. */
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

/** The legend symbol of a series. */
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
