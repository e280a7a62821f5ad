import type { MoneyFlowDay } from "@wazi/contracts";
import { useCallback, useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import {
  describeDay,
  formatDayTitle,
  toChartValue,
  isDayUnfinished,
  type DaySeries,
  type NamedFigure,
} from "./day-figures.ts";
import { SeriesKey } from "./day-marks.tsx";
import { DayPlot, margins } from "./day-plot.tsx";
import { computeScale } from "./day-scale.ts";
import * as texts from "../../messages/admin-money.ts";

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
