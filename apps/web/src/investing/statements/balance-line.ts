import { toCents } from "../../lib/cents.ts";

/** The SVG paths of a chart: the line and the area below it. */
export interface BalanceLine {
  line: string;
  area: string;
  /** The position of the last point. */
  end: { x: number; y: number };
}

/**
 * Draws the totals from left to right, scaled from the lowest to the highest. If all are equal, the line is in the
 * middle.
 */
export function drawBalanceLine(
  totals: readonly string[],
  { width, height }: { width: number; height: number },
): BalanceLine {
  const values = totals.map((total) => Number(toCents(total)));
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const places = values.map((value, index) => ({
    x: values.length === 1 ? width : (index / (values.length - 1)) * width,
    y: span === 0 ? height / 2 : height - ((value - least) / span) * height,
  }));
  const line = places.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const first = places[0] ?? { x: 0, y: height };
  return {
    line,
    area: `${line}V${height}H${first.x.toFixed(1)}Z`,
    end: places.at(-1) ?? first,
  };
}
