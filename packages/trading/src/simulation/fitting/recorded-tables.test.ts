import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { realSeries } from "./real-series.ts";
import { recordedCorrelations } from "./recorded-correlations.ts";
import { recordedFigures } from "./recorded-figures.ts";

const docs = new URL("../../../../../docs/", import.meta.url);

/** The rows of a file of figures, without its heading. Two files are the only texts with a comma. */
function readRows(name: string): string[][] {
  const text = readFileSync(new URL(`reference/figures/${name}.csv`, docs), "utf8").replace(/"(\S+), (\S+)"/g, "$1 $2");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}

/** One figure of a series and of its simulated runs: real, median, and the borders of the middle 80 %. */
const compared = readRows("simulated-against-real").map(
  ([model = "", bars = "", series = "", count = "", ...cells]) => ({
    key: `${model} ${bars} ${series}`,
    count: Number(count),
    real: cells.filter((_, index) => index % 4 === 0),
    ranges: Array.from({ length: cells.length / 4 }, (_, at) => cells.slice(4 * at, 4 * at + 4).map(Number)),
  }),
);

it("has the recorded figures of every real series", () => {
  expect(compared.map(({ key }) => key)).toEqual(
    realSeries.map(({ model, interval, file }) => `${model} ${interval} ${basename(file, ".csv")}`),
  );
  realSeries.forEach(({ file }, index) => {
    const { count, deviation, kurtosis, clustering, drawdown } = recordedFigures[file]!;
    expect(compared[index]?.count, file).toBe(count);
    const recorded = [10_000 * deviation, kurtosis, ...clustering, 100 * drawdown];
    compared[index]?.real.forEach((cell, at) => {
      const lastPlace = 10 ** -(cell.split(".")[1]?.length ?? 0);
      expect(Math.abs(Number(cell) - recorded[at]!), `${file}: ${cell}`).toBeLessThanOrEqual(0.5001 * lastPlace);
    });
  });
});

it("has as many figures inside the range of the simulated runs as the page says", () => {
  const ranges = compared.flatMap((series) => series.ranges);
  const inside = ranges.filter(([real = NaN, , low = NaN, high = NaN]) => low <= real && real <= high);
  const page = readFileSync(new URL("explanation/simulated-market.md", docs), "utf8").replace(/\s+/g, " ");
  expect(page).toContain(`Of the ${ranges.length} real figures, ${inside.length} lie between`);
});

it("has every recorded correlation, with the files that it was measured from", () => {
  const rows = readRows("simulated-correlations").map(([one, other, from, , correlation]) => [
    one,
    other,
    from,
    correlation,
  ]);
  const expected = recordedCorrelations.map(({ symbols, correlation, files }) => [
    ...symbols,
    files?.map((file) => basename(file, ".csv")).join(" ") ?? "assumed",
    correlation.toFixed(2),
  ]);
  expect(rows).toEqual(expected);
});
