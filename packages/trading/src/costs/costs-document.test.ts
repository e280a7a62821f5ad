import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { getSymbolCosts, simulatedSymbols } from "../simulation/simulated-symbols.ts";
import { cashRates, getSymbolFinancing } from "./financing-rates.ts";

const readFigures = (name: string): string[] =>
  readFileSync(new URL(`../../../../docs/reference/figures/${name}.csv`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

/** Per cent with the digits that it has, and at least two. */
function formatPercent(fraction: number): string {
  const percent = Number((fraction * 100).toFixed(6));
  return `${Number.isInteger(percent * 100) ? percent.toFixed(2) : percent}`;
}

it("has the costs of every simulated symbol", () => {
  const expected = simulatedSymbols.map(({ market, symbol }) => {
    const { halfSpread, slippage, commission } = getSymbolCosts(market, symbol);
    const { schedule, longRate, shortRate, yearDays } = getSymbolFinancing(market, symbol);
    const rates = [halfSpread, slippage, commission, longRate, shortRate].map(formatPercent);
    return [symbol, ...rates, schedule, yearDays].join(",");
  });
  const heading = "symbol,half spread %,slippage %,commission %,long % a year,short % a year,charged,days of the year";
  expect(readFigures("costs-by-symbol")).toEqual([heading, ...expected]);
});

it("has the interest rates that forex swaps are made of", () => {
  const [heading, ...rows] = readFigures("interest-rates");
  const expected = Object.entries(cashRates).map(([currency, rate]) => `${currency},${formatPercent(rate)}`);
  expect(heading).toBe("currency,rate %,source");
  expect(rows.map((row) => row.split(",").slice(0, 2).join(","))).toEqual(expected);
  for (const row of rows) expect(row).toMatch(/^[A-Z]{3},[\d.]+,"?\w/);
});
