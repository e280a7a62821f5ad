import type { Interval } from "../../candle.ts";
import { type MarketModel, prepareModel } from "../volatility-model.ts";
import { measureReturns, findQuantile, type ReturnFigures } from "./measure-returns.ts";
import { simulateReturns } from "./simulate-returns.ts";

/** The median of the simulated runs, and the bounds of eight of ten runs. */
export interface SimulatedFigure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export type SimulatedFigures = Readonly<Record<"deviation" | "kurtosis" | "drawdown", SimulatedFigure>> & {
  readonly clustering: readonly SimulatedFigure[];
};

const barMinutes: Readonly<Record<Interval, number>> = { "1m": 1, "1h": 60, "1d": 1_440 };
const DAY_MINUTES = 1_440;

/**
 * Simulates a market's model for a number of runs, each as long and on average as volatile as the real series. The real
 * figures are like those of one run, so they should lie within these.
 */
export function simulateComparison(
  real: Pick<ReturnFigures, "count" | "deviation">,
  interval: Interval,
  model: MarketModel,
  runs: number,
): SimulatedFigures {
  const prepared = prepareModel(model);
  const minuteDeviation = real.deviation / Math.sqrt(barMinutes[interval]);
  const days = Math.ceil((real.count * barMinutes[interval]) / DAY_MINUTES);
  const figures = Array.from({ length: runs }, (_, run) => {
    const walk = simulateReturns(prepared, minuteDeviation, `compare-${run}`, {
      days,
      keptHours: interval === "1h" ? real.count : 0,
      keptMinutes: interval === "1m" ? real.count : 0,
    });
    return measureReturns({ "1m": walk.minutes, "1h": walk.hours, "1d": walk.days }[interval]);
  });
  const spreadOf = (read: (each: ReturnFigures) => number): SimulatedFigure => {
    const values = figures.map(read);
    return { median: findQuantile(values, 0.5), low: findQuantile(values, 0.1), high: findQuantile(values, 0.9) };
  };
  return {
    deviation: spreadOf(({ deviation }) => deviation),
    kurtosis: spreadOf(({ kurtosis }) => kurtosis),
    clustering: (figures[0]?.clustering ?? []).map((_, lag) => spreadOf(({ clustering }) => clustering[lag] ?? 0)),
    drawdown: spreadOf(({ drawdown }) => drawdown),
  };
}
