import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { getSymbolCosts, simulatedSymbols } from "../simulation/simulated-symbols.ts";
import { cashRates, getSymbolFinancing } from "./financing-rates.ts";

const COSTS_PAGE = readFileSync(new URL("../../../../docs/costs.md", import.meta.url), "utf8");

/** Per cent with the digits that it has, and at least two. */
function formatPercent(fraction: number): string {
  const percent = Number((fraction * 100).toFixed(6));
  return `${Number.isInteger(percent * 100) ? percent.toFixed(2) : percent}`.replace("-", "−");
}

function rowsOf(heading: string): string[] {
  const [, chapter = ""] = COSTS_PAGE.split(`\n## ${heading}\n`);
  return (chapter.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| [A-Z]/.test(line));
}

it("has the costs of every simulated symbol", () => {
  const expected = simulatedSymbols.map(({ market, symbol }) => {
    const { halfSpread, slippage, commission } = getSymbolCosts(market, symbol);
    const { schedule, longRate, shortRate, yearDays } = getSymbolFinancing(market, symbol);
    const rates = [halfSpread, slippage, commission, longRate, shortRate].map(formatPercent);
    return `| ${[symbol, ...rates, schedule, yearDays].join(" | ")} |`;
  });
  expect(rowsOf("Costs of each symbol")).toEqual(expected);
});

it("has the interest rates that forex swaps are made of", () => {
  const rows = rowsOf("Where the rates come from").filter((row) => /^\| [A-Z]{3} \|/.test(row));
  const expected = Object.entries(cashRates).map(([currency, rate]) => `| ${currency} | ${formatPercent(rate)} |`);
  expect(rows.map((row) => row.split("|").slice(0, 3).join("|") + "|")).toEqual(expected);
});
