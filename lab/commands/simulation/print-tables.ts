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

/** The parameters of the models, one row each. */
export function formatModelTable(
  wanted: readonly ModelName[],
  models: Readonly<Record<ModelName, MarketModel>>,
): string {
  const names = Object.keys(models.forex) as (keyof MarketModel)[];
  return formatMarkdownTable(
    ["model", ...names],
    wanted.map((model) => [model, ...names.map((name) => String(Number(models[model][name].toPrecision(3))))]),
  );
}

/** Each series beside the median of its simulated runs and the middle 80 % of them. */
export function formatComparisonTable(compared: readonly SeriesComparison[]): string {
  const header = ["series", "bars", "bp a bar", "kurtosis", ...clusteringLags.map((lag) => `lag ${lag}`), "drawdown"];
  return formatMarkdownTable(
    header,
    compared.map(({ series: { model, interval, file }, figures, simulated }) => {
      const inBasisPoints = (value: number) => (value * BASIS_POINTS).toPrecision(3);
      const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
      return [
        `${model} ${interval} ${formatSeriesName(file)}`,
        String(figures.count),
        formatBeside(figures.deviation, simulated.deviation, inBasisPoints),
        formatBeside(figures.kurtosis, simulated.kurtosis, (value) => value.toFixed(1)),
        ...clusteringLags.map((_, lag) => {
          const none = { median: NaN, low: NaN, high: NaN };
          return formatBeside(figures.clustering[lag] ?? NaN, simulated.clustering[lag] ?? none, (value) =>
            value.toFixed(2),
          );
        }),
        formatBeside(figures.drawdown, simulated.drawdown, percent),
      ];
    }),
  );
}

/** The yearly volatility of the symbols with a real series, and the volatility of one simulated bar. */
export function formatSymbolTable(compared: readonly SeriesComparison[]): string {
  const rows = compared.flatMap(({ series, real, figures }) => {
    const symbol = simulatedSymbols.find((each) => each.symbol === series.symbol);
    if (symbol === undefined) return [];
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    const simulatedBar = symbol.yearlyVolatility / Math.sqrt(barsPerYear[series.interval]);
    return [
      [
        symbol.symbol,
        `${series.interval} ${formatSeriesName(series.file)}`,
        series.interval === "1d" ? percent(computeRecentVolatility(real)) : "",
        series.interval === "1d" ? percent(symbol.yearlyVolatility) : "",
        (figures.deviation * BASIS_POINTS).toPrecision(3),
        (simulatedBar * BASIS_POINTS).toPrecision(3),
      ],
    ];
  });
  return formatMarkdownTable(["symbol", "series", "a year", "simulated", "bp a bar", "simulated"], rows);
}

/** A correlation of two symbols; `real` is `null` where it is an assumption. */
export interface ComparedCorrelation {
  readonly symbols: readonly [string, string];
  readonly recorded: number;
  readonly real: { readonly correlation: number; readonly count: number; readonly files: readonly string[] } | null;
  readonly simulated: number;
}

/** How the symbols of a market move together, in the real series and here. */
export function formatCorrelationTable(compared: readonly ComparedCorrelation[]): string {
  const rows = compared.map(({ symbols, recorded, real, simulated }) => [
    symbols.join(", "),
    real === null ? "assumed" : `${real.files.map(formatSeriesName).join(", ")} (${real.count})`,
    (real?.correlation ?? recorded).toFixed(2),
    simulated.toFixed(2),
  ]);
  return formatMarkdownTable(["symbols", "series (days)", "correlation", "simulated"], rows);
}

function formatBeside(real: number, { median, low, high }: SimulatedFigure, print: (value: number) => string): string {
  return `${print(real)} / ${print(median)} (${print(low)} to ${print(high)})`;
}

function formatSeriesName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.csv$/, "");
}

function formatMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
