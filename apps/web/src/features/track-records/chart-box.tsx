import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { DrawnChart, Drawing } from "./chart-canvas.ts";

const loadCanvas = () => import("./chart-canvas.ts");

/** The number of bars to move, and the zoom factor, by key. */
const moves: Readonly<Record<string, number>> = { ArrowLeft: -5, ArrowRight: 5, PageUp: -40, PageDown: 40 };
const zooms: Readonly<Record<string, number>> = { "+": 0.7, "=": 0.7, "-": 1.4 };

/**
 * A chart in a box of fixed size. `summary` describes it for screen readers. Arrow keys move it, + and − zoom. A table
 * beside it holds the same figures.
 */
export function ChartBox({ drawing, summary, className }: { drawing: Drawing; summary: string; className: string }) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  const latest = useRef(drawing);
  const [arrival, setArrival] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    latest.current = drawing;
    chart.current?.show(drawing);
  }, [drawing]);

  useEffect(() => {
    let isWanted = true;
    loadCanvas().then(
      ({ drawChart }) => {
        if (!isWanted || place.current === null) return;
        chart.current = drawChart(place.current, latest.current);
        setArrival("ready");
      },
      () => isWanted && setArrival("failed"),
    );
    // A canvas does not follow theme changes, so it is redrawn.
    const theme = new MutationObserver(() => chart.current?.show(latest.current));
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      isWanted = false;
      theme.disconnect();
      chart.current?.remove();
      chart.current = null;
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (move === undefined && zoom === undefined) return;
    event.preventDefault();
    if (move !== undefined) chart.current?.move(move);
    if (zoom !== undefined) chart.current?.zoom(zoom);
  }

  if (arrival === "failed") {
    return <Notice look="warning">The chart could not be loaded. The table below shows its figures.</Notice>;
  }
  return (
    <div
      role="application"
      aria-roledescription="chart"
      aria-label={`${summary} Arrow keys move the chart, plus and minus zoom.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-arrival={arrival}
      data-testid="chart"
      className={classNames("relative rounded-sm", className)}
    >
      <div ref={place} aria-hidden="true" className="absolute inset-0 overflow-hidden" />
      {arrival === "loading" ? <Skeleton className="absolute inset-0" /> : null}
    </div>
  );
}
