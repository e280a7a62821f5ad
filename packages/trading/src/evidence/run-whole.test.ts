import { describe, expect, it } from "vitest";
import { playOnce } from "../bot/play-once.ts";
import { trackBot } from "../bot/track-bot.ts";
import { type Candle, intervalMs } from "../candle.ts";
import { buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { filterBot } from "../catalogue/bot-fixtures.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { nextBellShaped, seedRandom } from "../simulation/seeded-random.ts";
import { findLongestComposition, listCompositions } from "./compositions.ts";
import { type RealBars, runSeries } from "./run-series.ts";
import { runWhole } from "./run-whole.ts";
import { trackWhole } from "./track-whole.ts";
import { areSurvivors, explainNotJudged, selectWholeSeries } from "./select-whole.ts";
import { measureWholeBot } from "./whole-bot.ts";

const DAY = intervalMs["1d"];
const START = Date.UTC(2000, 0, 3);

/** Daily bars on working days, from a number of days after the start. */
function drawBars(symbol: string, from: number, count: number): RealBars {
  const random = seedRandom(symbol, "whole");
  let close = 100;
  const candles: Candle[] = [];
  for (let time = START + from * DAY; candles.length < count; time += DAY) {
    const weekday = new Date(time).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const open = close;
    close = roundPrice(close * (1.0004 + 0.012 * nextBellShaped(random)));
    candles.push({ time, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1 });
  }
  return { name: `indices_${symbol}_1d`, symbol, interval: "1d", candles };
}

const bot = filterBot;
const toInstruments = (series: readonly RealBars[]) => series.map(({ symbol, interval }) => ({ symbol, interval }));

describe("a bot as it trades", () => {
  const series = ["ONE", "TWO", "THREE"].map((symbol) => drawBars(symbol, 0, 1_500));
  const config = buildBotConfig(bot, toInstruments(series));

  it("makes the trades of the runner of live feeds, with one nav", () => {
    const live = trackBot(config, playOnce(series));
    const { navs, trades } = trackWhole(config, series);
    expect(trades).toEqual(live.trades);
    expect(trades.length).toBeGreaterThan(3);
    const last = [...navs.values()].at(-1);
    expect(last).toBeCloseTo(1 + live.returnPct / 100, 9);
  });

  it("is not the mean of lone runs: one position at a time keeps the others out", () => {
    const alone = series.reduce((sum, each) => {
      return sum + trackWhole(buildBotConfig(bot, toInstruments([each])), [each]).trades.length;
    }, 0);
    expect(runWhole(bot, series, []).own.trades).toBeLessThan(alone);
  });

  it("earns bills, and nothing else, while it does not trade, alone on a series too", () => {
    const rates = Array.from({ length: 100 }, (_, month) => ({ day: Date.UTC(2000, month) / DAY, ratePct: 5 }));
    // Too few bars for a signal.
    const short = series.map((each) => ({ ...each, candles: each.candles.slice(0, 30) }));
    for (const { own, cash } of [runWhole(bot, short, rates), runSeries(bot, short[0]!, rates)]) {
      expect(own.trades).toBe(0);
      expect([...own.total]).toEqual([...cash]);
    }
  });

  it("is measured over all its instruments together", () => {
    const whole = measureWholeBot(bot, series, []);
    expect(whole?.runs.names).toHaveLength(3);
    expect(whole?.measured.trades).toBe(runWhole(bot, series, []).own.trades);
    expect(whole?.measured.bars).toBe(4_500);
  });

  it("has a return for each day, variants and cost levels", () => {
    const runs = runWhole(bot, series, []);
    expect(runs.days).toHaveLength(1_499);
    expect(runs.own.total).toEqual(runs.variants[0]);
    expect(runs.variants.length).toBeGreaterThan(10);
    const growth = runs.costRuns.map(({ total }) => total.reduce((value, each) => value * (1 + each), 1));
    expect(growth[0]).toBeGreaterThan(growth[1]!);
    expect(growth[1]).toBeGreaterThan(growth[2]!);
    const held = series.reduce((sum, { candles }) => sum + candles.at(-1)!.close / candles[0]!.close / 3, 0);
    expect(runs.holding.reduce((value, each) => value * (1 + each), 1)).toBeCloseTo(held, 9);
  });
});

describe("windows of constant composition", () => {
  const [early, late] = [drawBars("EARLY", 0, 2_000), drawBars("LATE", 1_000, 1_000)];

  it("change when an instrument comes or goes, and the longest is the record", () => {
    const windows = listCompositions([early, late]);
    expect(windows.map(({ symbols }) => symbols)).toEqual([["EARLY"], ["EARLY", "LATE"], ["EARLY"]]);
    expect(windows[1]!.fromDay).toBe(windows[0]!.toDay + 1);
    const longest = findLongestComposition(windows)!;
    const runs = runWhole(bot, [early, late], []);
    expect(runs.composition).toEqual(longest);
    expect([runs.firstDay, runs.days.at(-1)]).toEqual([longest.fromDay, longest.toDay]);
    expect(runs.names).toEqual(longest.symbols.map((symbol) => `indices_${symbol}_1d`));
  });

  it("keep the returns of the record free of the days outside of them", () => {
    const runs = runWhole(bot, [early, late], []);
    const { navs } = trackWhole(buildBotConfig(bot, toInstruments([early, late])), [early, late]);
    const growth = runs.own.total.reduce((value, each) => value * (1 + each), 1);
    const { fromDay, toDay } = runs.composition;
    expect(growth).toBeCloseTo((navs.get(toDay) ?? NaN) / (navs.get(fromDay) ?? NaN), 9);
  });
});

describe("a record that does not count", () => {
  const list = (symbol: string, interval: RealBars["interval"], years: number): RealBars => ({
    name: `${symbol}_${interval}`,
    symbol,
    interval,
    candles: [0, 1].map((end) => ({
      time: START + end * Math.round(years * 365.25) * DAY,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 0,
    })),
  });

  it("is one on other bars than those on which the bot decides", () => {
    expect(explainNotJudged({ market: "indices", decides: "each-hour" }, [list("SPX", "1d", 20)])).toEqual([
      "The bot decides on hourly bars, and this record is on daily bars.",
    ]);
    const shorter = [list("SPX", "1h", 20), list("DE30", "1m", 20)];
    expect(explainNotJudged({ market: "indices", decides: "each-hour" }, shorter)).toEqual([]);
    // The prices of months are means of daily closes, whatever the bars.
    for (const decides of ["day-close", "month-end"] as const)
      expect(explainNotJudged({ market: "indices", decides }, [...shorter, list("DOW", "1d", 20)])).toEqual([]);
  });

  it("is one of a single coin, which is known because it rose", () => {
    const explain = (...symbols: string[]) =>
      explainNotJudged(
        { market: "crypto", decides: "each-hour" },
        symbols.map((symbol) => list(symbol, "1h", 12)),
      );
    expect(explain("BTC/USD")).toEqual(["It has one coin, BTC/USD, which is known because it rose."]);
    expect(explain("BTC/USD", "ETH/USD")).toEqual([]);
  });

  it("is one whose currencies have no known short rates", () => {
    const [reason] = explainNotJudged({ market: "forex", decides: "each-hour" }, [
      list("USD/JPY", "1h", 20),
      list("EUR/USD", "1h", 20),
    ]);
    expect(reason).toBe("Financing is not known: the short rates of EUR, JPY are missing.");
  });

  it("is of the bars that have the most years when those of the decision are too short", () => {
    const [hours, days] = [list("EUR/USD", "1h", 4), list("EUR/USD", "1d", 27)];
    const hourly = { decides: "each-hour" } as const;
    expect(selectWholeSeries(hourly, [hours, days])).toEqual([days]);
    const longHours = list("EUR/USD", "1h", 11);
    expect(selectWholeSeries(hourly, [longHours, days])).toEqual([longHours]);
    expect(selectWholeSeries({ decides: "day-close" }, [longHours, days])).toEqual([days]);
    expect(selectWholeSeries(hourly, [list("SPX", "1d", 20), list("SPX", "1d", 30)])).toEqual([list("SPX", "1d", 30)]);
  });
});

describe("survivors", () => {
  it("are shares by their names of today and single coins, not a broad fund or an index", () => {
    expect(areSurvivors("stocks", ["AAPL"])).toBe(true);
    expect(areSurvivors("stocks", ["SPY"])).toBe(false);
    expect(areSurvivors("crypto", ["BTC/USD"])).toBe(true);
    expect(areSurvivors("indices", ["SPX"])).toBe(false);
  });

  it("are refused as a benchmark", () => {
    const series = drawBars("AAPL", 0, 900);
    const shares = { ...filterBot, market: "stocks" } as const;
    expect(measureWholeBot(shares, [series], [])).toMatchObject({ isOfSurvivors: true, comparison: null });
    const index = measureWholeBot(bot, [series], []);
    expect(index?.comparison?.beta).toBeGreaterThan(0);
    expect(index?.comparison?.alpha.low).toBeLessThan(index?.comparison?.alpha.value ?? NaN);
  });
});
