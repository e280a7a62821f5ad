import type { MoneyFlowDay } from "@wazi/contracts";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useId, useState } from "react";
import { Money } from "../../ui/money.tsx";
import {
  type DaySeries,
  describeDay,
  formatDayTitle,
  formatShortDay,
  isDayUnfinished,
  type NamedFigure,
  toChartValue,
} from "./day-figures.ts";
import { Bars, DataPoint, getDayCenter, Line, type Plot, SeriesKey } from "./day-marks.tsx";
import { computeScale, formatTick, pickLabelledDays, toPixelY } from "./day-scale.ts";
import * as texts from "../../messages/admin-money.ts";

/** Space around the plot for axis labels, in pixels. */
const margins = { left: 56, right: 10, top: 8, bottom: 24 } as const;
/** Half the width of a day label. */
const HALF_LABEL_PX = 26;

/** The chart itself. It is hidden from screen readers, which get the same figures as text. */
function DayPlot({
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

/** The number of days to move for each key. */
const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
};

/**
 * A chart of one or two figures per day. The figures of the selected day are shown in full above it: the day under the
 * pointer or chosen by key, or else the latest. All charts of a page share the selected day.
 */
export function DayChart({
  title,
  days,
  at,
  series,
  also,
  kind,
  height,
  chosenDay,
  onChoose,
  children,
}: {
  title: string;
  /** At least one, oldest first. */
  days: readonly MoneyFlowDay[];
  /** When the figures were read. */
  at: string;
  series: readonly DaySeries[];
  /** A figure that is shown in the text but not drawn. */
  also?: NamedFigure;
  kind: "bars" | "lines";
  height: number;
  chosenDay: string | null;
  onChoose: (day: string | null) => void;
  /** A sentence that explains the figures. */
  children: ReactNode;
}) {
  const id = useId();
  const [outerWidth, measure] = useElementWidth();
  const width = Math.max(0, outerWidth - margins.left - margins.right);
  const found = days.findIndex(({ day }) => day === chosenDay);
  const last = days.length - 1;
  const index = found === -1 ? last : found;
  const shown = days[index];
  if (shown === undefined) return null;
  const told = also === undefined ? series : [...series, also];
  const values = days.flatMap((day) => series.map((each) => toChartValue(each, day)));
  const plot = {
    days,
    width,
    height,
    scale: computeScale(values, { fromZero: kind === "bars" }),
    isLastUnfinished: isDayUnfinished(days[last]?.day ?? "", at),
  };

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, index + move));
    onChoose(days[next]?.day ?? null);
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margins.left;
    const place = Math.floor((x / Math.max(width, 1)) * days.length);
    onChoose(days[Math.min(last, Math.max(0, place))]?.day ?? null);
  }

  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption>
        <ChartCaption id={id} title={title}>
          {children}
        </ChartCaption>
      </figcaption>
      <Readout day={shown} at={at} series={series} also={also} kind={kind} />
      <div
        ref={measure}
        role="slider"
        tabIndex={0}
        aria-label={texts.titleDay({ title })}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={describeDay(shown, told, at)}
        onKeyDown={onKeyDown}
        onBlur={() => onChoose(null)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && onChoose(null)}
        className="touch-pan-y rounded-sm"
      >
        {width > 0 ? (
          <DayPlot plot={plot} series={series} kind={kind} chosen={found === -1 ? null : found} />
        ) : (
          <svg aria-hidden="true" height={height + margins.top + margins.bottom} className="block w-full" />
        )}
      </div>
    </figure>
  );
}

/** The title and the explanation of a chart. */
export function ChartCaption({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <>
      <h3 id={id} className="font-sans text-16 font-semibold tracking-normal">
        {title}
      </h3>
      <p className="text-14 text-muted">{children}</p>
    </>
  );
}

/** The figures of one day, in a fixed place so that the layout does not shift between days. */
function Readout({
  day,
  at,
  series,
  also,
  kind,
}: {
  day: MoneyFlowDay;
  at: string;
  series: readonly DaySeries[];
  also: NamedFigure | undefined;
  kind: "bars" | "lines";
}) {
  return (
    <dl className="mt-2 mb-1 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-14">
      <div className="min-w-48">
        <dt className="sr-only">{texts.dayUtc}</dt>
        <dd className="figure text-muted">{formatDayTitle(day, at)}</dd>
      </div>
      {series.map((each) => (
        <div key={each.name} className="flex items-baseline gap-2">
          <dt className="flex items-baseline gap-2 text-muted">
            <SeriesKey series={each} kind={kind} />
            {each.name}
          </dt>
          <dd className="font-semibold">
            <Money value={each.valueOf(day)} />
          </dd>
        </div>
      ))}
      {also === undefined ? null : (
        <div className="flex items-baseline gap-2">
          <dt className="text-muted">{also.name}</dt>
          <dd className="font-semibold">
            <Money value={also.valueOf(day)} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The width of an element in whole pixels, with the ref that measures it. It is 0 until the element is mounted. */
function useElementWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}
