import type { BotEvidence } from "@wazi/contracts";
import type { ChartPoint } from "../../ui/chart/chart-data.ts";

export type CurvePoint = BotEvidence["curve"][number];

/** The points of one line of a backtest, in the chart's form. */
export function toCurvePoints(
  { curve }: Pick<BotEvidence, "curve">,
  read: (point: CurvePoint) => number,
): ChartPoint[] {
  return curve.map((point) => ({ time: Date.parse(point.date) / 1000, value: read(point) }));
}
