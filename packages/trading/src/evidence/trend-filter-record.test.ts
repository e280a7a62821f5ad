import { existsSync, readFileSync } from "node:fs";
import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { parseCandles } from "../replay/parse-candles.ts";
import { toBotReturns, toCashReturns, toDailySeries, toEvidenceDay } from "./evidence-days.ts";
import { parseCashRates } from "./parse-cash-rates.ts";
import { bootstrapIntervals } from "./bootstrap-intervals.ts";
import { computeMoments, computeSharpe } from "./return-moments.ts";
import { trackDays } from "./run-series.ts";

const folder = new URL("../../../../../shared/market-data/", import.meta.url);
const DOCUMENTATION = readFileSync(new URL("../../../../docs/explanation/strategies.md", import.meta.url), "utf8");
const RATES = "long/rate_us_tbill_3m_monthly.csv";
const isThere = existsSync(new URL(RATES, folder));
if (!isThere) console.warn("skipped: no real series under ../shared/market-data");

/**
 * The yearly Sharpe ratio of what Index-Pro-04 earns over cash with the money that it has in trades, after costs. What is not
 * in a trade counts as if it earned the rate of cash, as published studies do. At Wazi it earns nothing, and the recorded
 * evidence says so.
 */
function measureInvestedPart(path: string, symbol: string) {
  const parsed = parseCandles(readFileSync(new URL(path, folder), "utf8"), path);
  if (!parsed.ok) throw new Error(parsed.message);
  const { candles } = parsed;
  const bot = botCatalogue.find(({ name }) => name === "Index-Pro-04")!;
  const { navs, trades } = trackDays(buildBotConfig(bot, [{ symbol, interval: "1d" }]), {
    symbol,
    candles,
    interval: "1d",
  });
  const daily = toDailySeries(candles, "1d");
  const total = toBotReturns(navs, daily);
  const cash = toCashReturns(daily, parseCashRates(readFileSync(new URL(RATES, folder), "utf8"), RATES));
  const exposures = new Map<number, number>();
  for (const { exposure, entryBarTime, barTime } of trades) {
    const last = toEvidenceDay(barTime + DAY_MS);
    for (let day = toEvidenceDay(entryBarTime + DAY_MS); day < last; day += 1) exposures.set(day, Number(exposure));
  }
  const first = daily.days.findIndex((day) => exposures.has(day));
  const excess = total.map((each, index) => each - (exposures.get(daily.days[index]!) ?? 0) * cash[index]!);
  const record = excess.slice(first);
  const perYear = Math.sqrt(252);
  const { sharpe } = bootstrapIntervals(record, total.slice(first), { seed: path });
  return {
    value: (computeSharpe(computeMoments(record)) ?? NaN) * perYear,
    low: (sharpe?.low ?? NaN) * perYear,
    high: (sharpe?.high ?? NaN) * perYear,
  };
}

describe.skipIf(!isThere)("the trend filter, on the money that it has in trades", () => {
  it.each([
    { name: "S&P 500, 2000 to 2020", path: "replay/indices_SPX_1d.csv", symbol: "SPX" },
    { name: "NYSE index, 1966 to 2002", path: "long/indices_NYSE_1d.csv", symbol: "NYSE" },
  ])("has the Sharpe ratio of docs/explanation/strategies.md on the $name", ({ name, path, symbol }) => {
    const { value, low, high } = measureInvestedPart(path, symbol);
    const [text, lowText, highText] = [value, low, high].map((each) => each.toFixed(2).replace("-", "−"));
    expect(DOCUMENTATION).toContain(`| ${name} | ${text} | ${lowText} to ${highText} |`);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0.4);
  });
});
