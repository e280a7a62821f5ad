import {
  clusteringLags,
  type Interval,
  type MarketModel,
  type ModelName,
  type RealReturns,
  type RealSeries,
  computeRecentVolatility,
  type ReturnFigures,
  type SimulatedFigure,
  type SimulatedFigures,
  simulatedSymbols,
} from "@wazi/trading";

/** A real series beside the simulated runs of its length. */
export interface SeriesComparison {
  readonly series: RealSeries;
  readonly real: RealReturns;
  readonly figures: ReturnFigures;
  readonly simulated: SimulatedFigures;
}

const BASIS_POINTS = 10_000;
const barsPerYear: Readonly<Record<Interval, number>> = { "1m": 525_600, "1h": 8_760, "1d": 365 };

/** The parameters of the models, a row each. */
export function modelTable(wanted: readonly ModelName[], models: Readonly<Record<ModelName, MarketModel>>): string {
  const names = Object.keys(models.forex) as (keyof MarketModel)[];
  return markdownTable(
    ["model", ...names],
    wanted.map((model) => [model, ...names.map((name) => String(Number(models[model][name].toPrecision(3))))]),
  );
}

/** Each series beside the median of its simulated runs, and the range of eight of ten of them. */
export function comparisonTable(compared: readonly SeriesComparison[]): string {
  const header = ["series", "bars", "bp a bar", "kurtosis", ...clusteringLags.map((lag) => `lag ${lag}`), "drawdown"];
  return markdownTable(
    header,
    compared.map(({ series: { model, interval, file }, figures, simulated }) => {
      const inBasisPoints = (value: number) => (value * BASIS_POINTS).toPrecision(3);
      const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
      return [
        `${model} ${interval} ${seriesName(file)}`,
        String(figures.count),
        beside(figures.deviation, simulated.deviation, inBasisPoints),
        beside(figures.kurtosis, simulated.kurtosis, (value) => value.toFixed(1)),
        ...clusteringLags.map((_, lag) => {
          const none = { median: NaN, low: NaN, high: NaN };
          return beside(figures.clustering[lag] ?? NaN, simulated.clustering[lag] ?? none, (value) => value.toFixed(2));
        }),
        beside(figures.drawdown, simulated.drawdown, percent),
      ];
    }),
  );
}

/** The volatility of the symbols that have a series of their own, and what a bar of them is like around the clock. */
export function symbolTable(compared: readonly SeriesComparison[]): string {
  const rows = compared.flatMap(({ series, real, figures }) => {
    const symbol = simulatedSymbols.find((each) => each.symbol === series.symbol);
    if (symbol === undefined) return [];
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    const simulatedBar = symbol.yearlyVolatility / Math.sqrt(barsPerYear[series.interval]);
    return [
      [
        symbol.symbol,
        `${series.interval} ${seriesName(series.file)}`,
        series.interval === "1d" ? percent(computeRecentVolatility(real)) : "",
        series.interval === "1d" ? percent(symbol.yearlyVolatility) : "",
        (figures.deviation * BASIS_POINTS).toPrecision(3),
        (simulatedBar * BASIS_POINTS).toPrecision(3),
      ],
    ];
  });
  return markdownTable(["symbol", "series", "a year", "simulated", "bp a bar", "simulated"], rows);
}

function beside(real: number, { median, low, high }: SimulatedFigure, print: (value: number) => string): string {
  return `${print(real)} / ${print(median)} (${print(low)} to ${print(high)})`;
}

function seriesName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.csv$/, "");
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
