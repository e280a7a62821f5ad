import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { modelNames, preparedModels } from "../market-models.ts";
import { simulatedSymbols } from "../simulated-symbols.ts";
import { computeCorrelation, correlateDailySeries, correlateWalks, walkHours } from "./simulate-correlations.ts";
import { findQuantile, measureReturns, type ReturnFigures } from "./measure-returns.ts";
import { recordedCorrelations } from "./recorded-correlations.ts";
import { simulateReturns } from "./simulate-returns.ts";

/** The series are beside the repository. Without them, the simulated markets are still checked against what was recorded. */
const folder = new URL("../../../../../../shared/market-data/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

const WIDEST_DISTANCE = 0.1;
const WIDEST_MEAN_DISTANCE = 0.04;
describe("the symbols of a market", () => {
  const walks = new Map(simulatedSymbols.map(({ symbol }) => [symbol, walkHours(symbol)] as const));
  const correlate = (one: string, other: string) => correlateWalks(walks.get(one)!, walks.get(other)!);
  const sizesOf = (symbol: string) => walks.get(symbol)!.map((hours) => hours.map(Math.abs));

  it("move together as recorded", () => {
    const distances = recordedCorrelations.map(({ symbols, correlation }) => ({
      pair: symbols.join(" and "),
      recorded: correlation,
      simulated: correlate(...symbols),
    }));
    const far = distances.filter(({ recorded, simulated }) => !(Math.abs(simulated - recorded) < WIDEST_DISTANCE));
    expect(far).toEqual([]);
    const mean = distances.reduce((sum, { recorded, simulated }) => sum + Math.abs(simulated - recorded), 0);
    expect(mean / distances.length).toBeLessThan(WIDEST_MEAN_DISTANCE);
  });

  it("do not move with those of another group", () => {
    for (const one of simulatedSymbols) {
      for (const other of simulatedSymbols) {
        if (one.group !== other.group) expect(Math.abs(correlate(one.symbol, other.symbol))).toBeLessThan(0.1);
      }
    }
  });

  it("have quiet and active hours together", () => {
    // Moves of KO and AMZN are as good as independent, their sizes are not.
    expect(Math.abs(correlate("KO", "AMZN"))).toBeLessThan(0.2);
    expect(correlateWalks(sizesOf("KO"), sizesOf("AMZN"))).toBeGreaterThan(0.2);
    expect(Math.abs(correlateWalks(sizesOf("KO"), sizesOf("BTC/USD")))).toBeLessThan(0.1);
  });

  it.each(modelNames)("of the model %s keep its tails and its clustering", (model) => {
    const median = (figures: readonly ReturnFigures[], read: (each: ReturnFigures) => number) =>
      findQuantile(figures.map(read), 0.5);
    const alone = walks.get("EUR/USD")!.map((hours, walk) => {
      const length = { days: hours.length / 24, keptHours: hours.length, keptMinutes: 0 };
      return measureReturns(simulateReturns(preparedModels[model], 0.0002, `alone ${walk}`, length).hours);
    });
    for (const { symbol } of simulatedSymbols.filter((each) => each.model === model)) {
      const together = walks.get(symbol)!.map((hours) => measureReturns(Float64Array.from(hours)));
      const tails = [together, alone].map((figures) => median(figures, ({ kurtosis }) => kurtosis));
      expect(tails[0]! / tails[1]!, symbol).toBeGreaterThan(0.4);
      expect(tails[0]! / tails[1]!, symbol).toBeLessThan(2.5);
      const memory = [together, alone].map((figures) => median(figures, ({ clustering }) => clustering[0] ?? 0));
      expect(Math.abs(memory[0]! - memory[1]!), symbol).toBeLessThan(0.12);
    }
  });
});

describe("recorded correlations", () => {
  it.skipIf(!isThere)("are those of the real series", () => {
    const read = (file: string) => readFileSync(new URL(file, folder), "utf8");
    for (const { symbols, correlation, files } of recordedCorrelations) {
      if (files === undefined) continue;
      const measured = correlateDailySeries(read(files[0]), read(files[1]));
      expect(measured.count).toBeGreaterThan(2_000);
      expect(Math.abs(measured.correlation - correlation), symbols.join()).toBeLessThan(0.006);
    }
  });

  it("are measured over common days, without gaps and splits", () => {
    const csv = (...rows: string[]) =>
      ["time,open,high,low,close", ...rows.map((row) => row.replace(/,(\S+)$/, ",$1,$1,$1,$1"))].join("\n");
    const one = csv(
      "2026-01-01,100",
      "2026-01-02,101",
      "2026-01-03,100",
      "2026-01-05,102",
      "2026-01-20,200",
      "2026-01-21,90",
    );
    const other = csv(
      "2026-01-01,50",
      "2026-01-02,51",
      "2026-01-04,9",
      "2026-01-05,53",
      "2026-01-20,60",
      "2026-01-21,61",
    );
    // Common days are 1, 2, 5, 20 and 21; between 5 and 20 is a gap, and 200 to 90 is a split.
    expect(correlateDailySeries(one, other)).toEqual({ correlation: expect.closeTo(-1, 9) as number, count: 2 });
    expect(computeCorrelation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
    expect(computeCorrelation([1, 2, 3, 4], [1, -1, -1, 1])).toBeCloseTo(0, 12);
    expect(computeCorrelation([1, 1], [1, 2])).toBeNaN();
    expect(() => computeCorrelation([1], [1, 2])).toThrow(RangeError);
  });
});
