import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Notice } from "../notice.tsx";
import { Skeleton } from "../skeleton.tsx";
import type { Drawing, DrawnChart } from "./chart-canvas.ts";
import * as texts from "../../messages/shared.ts";

const loadCanvas = () => import("./chart-canvas.ts");

/** Rows to move the crosshair by, and the zoom factor, by key. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };
const zooms: Readonly<Record<string, number>> = { "+": 0.6, "=": 0.6, "-": 1.7 };

/** The row that a key moves the crosshair to; undefined for other keys. */
function findNextRow(key: string, at: number | null, count: number): number | null | undefined {
  if (key === "Escape") return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return Math.min(count - 1, Math.max(0, (at ?? count - 1) + step));
}

/**
 * A chart in a box of fixed size. `summary` describes it for screen readers. The arrow keys move the crosshair from row
 * to row and `spoken` reads out its values; plus and minus zoom. A table beside it holds the same figures.
 */
export function ChartBox({
  drawing,
  at,
  onPoint,
  summary,
  spoken,
  className,
}: {
  drawing: Drawing;
  /** The row under the crosshair, or null. */
  at: number | null;
  onPoint: (row: number | null) => void;
  summary: string;
  /** The values of a row in words. */
  spoken: (row: number) => string;
  className: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  const latest = useRef({ drawing, onPoint });
  const [arrival, setArrival] = useState<"loading" | "ready" | "failed">("loading");
  const [isByKey, setIsByKey] = useState(false);
  const keysId = useId();

  useEffect(() => {
    latest.current = { drawing, onPoint };
    chart.current?.show(drawing);
  }, [drawing, onPoint]);

  useEffect(() => {
    let isWanted = true;
    loadCanvas().then(
      ({ drawChart }) => {
        if (!isWanted || place.current === null) return;
        chart.current = drawChart(place.current, latest.current.drawing, (row) => latest.current.onPoint(row));
        setArrival("ready");
      },
      () => isWanted && setArrival("failed"),
    );
    // A canvas does not follow theme changes, so it is redrawn, after the paint of the rest.
    const theme = new MutationObserver(() => setTimeout(() => chart.current?.show(latest.current.drawing)));
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      isWanted = false;
      theme.disconnect();
      chart.current?.remove();
      chart.current = null;
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const zoom = zooms[event.key];
    const next = findNextRow(event.key, at, drawing.rows.length);
    if (event.ctrlKey || event.metaKey || (zoom === undefined && next === undefined)) return;
    event.preventDefault();
    if (zoom !== undefined) chart.current?.zoom(zoom, at);
    if (next === undefined) return;
    setIsByKey(next !== null);
    chart.current?.pointAt(next);
    onPoint(next);
  }

  if (arrival === "failed") {
    return <Notice look="warning">{texts.chartFailed}</Notice>;
  }
  return (
    <div className={classNames("relative", className)}>
      <div
        role="application"
        aria-roledescription={texts.chart}
        aria-label={summary}
        aria-describedby={keysId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerEnter={() => setIsByKey(false)}
        onBlur={() => isByKey && onPoint(null)}
        data-arrival={arrival}
        data-testid="chart"
        className="absolute inset-0 rounded-sm"
      >
        <div ref={place} aria-hidden="true" className="absolute inset-0 overflow-hidden" />
        {arrival === "loading" ? <Skeleton className="absolute inset-0" /> : null}
      </div>
      <p id={keysId} className="sr-only">
        {texts.chartKeysHint}
      </p>
      <p aria-live="polite" className="sr-only" data-testid="chart-spoken">
        {isByKey && at !== null ? spoken(at) : ""}
      </p>
    </div>
  );
}

/** A table's first line of headings and its lines, also for a CSV file. */
export interface ChartTableData {
  headings: readonly string[];
  /** One cell per heading. */
  rows: readonly (readonly string[])[];
}

/** The figures of a chart, in a box that scrolls. */
export function ChartTable({ label, headings, rows }: { label: string } & ChartTableData) {
  return (
    <div className="max-h-96 overflow-auto rounded-sm border border-line" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-14">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={classNames("px-3 py-2 font-semibold", index === 0 ? "text-left" : "text-right")}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, index) => (
                <td
                  key={headings[index]}
                  className={classNames("figure px-3 py-1.5", index === 0 ? "text-left" : "text-right")}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The licence of the chart library requires this notice and the link. */
export function ChartCredit() {
  return (
    <p className="text-12 text-muted">
      {texts.chartCredit({
        link: (text) => (
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 underline underline-offset-4 hover:text-ink"
          >
            {text}
          </a>
        ),
      })}
    </p>
  );
}
