import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import type { Candle, Interval, Market } from "../candle.ts";
import { byDepth } from "../../../../tests/harness/test-depth.ts";
import { findInstrument, removeCalendars } from "../bot/bot-config.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import { playOnce } from "../bot/play-once.ts";
import { trackBot } from "../bot/track-bot.ts";
import { computeRoundTripCost } from "../pricing/trading-costs.ts";
import { simulateHistory, type SymbolHistory } from "../simulation/simulate-history.ts";
import { simulateDays } from "../simulation/simulate-days.ts";
import { getSimulatedSymbol } from "../simulation/simulated-symbols.ts";
import { botCatalogue, type BotDefinition, buildBotConfig, selectSymbols } from "./bot-catalogue.ts";
import { channelBot, dividendBot, hourlyBots } from "./bot-fixtures.ts";

const FIRST_START = Date.UTC(2026, 0, 5);

describe("botCatalogue", () => {
  it("has the eight bots in their order, each on symbols of its market", { tags: ["eight-bots"] }, () => {
    expect(botCatalogue.map(({ name, market, family }) => [name, market, family])).toEqual([
      ["Alpha-Forex-01", "forex", "Scalping"],
      ["Crypto-Whale-07", "crypto", "Volume-Analysis"],
      ["Stock-Titan-05", "stocks", "Momentum"],
      ["Index-Pro-04", "indices", "Swing-Trading"],
      ["Gold-Trader-02", "commodities", "Trend-Following"],
      ["Crypto-Scalper-03", "crypto", "Scalping"],
      ["Forex-Titan-06", "forex", "Trend-Following"],
      ["Stock-Dividend-08", "stocks", "Dividend-Capture"],
    ]);
    for (const { market, symbols } of botCatalogue) {
      const markets = new Set(symbols.map((symbol) => getSimulatedSymbol(symbol).market));
      // A broad fund of shares is one of the funds of the core portfolios.
      expect([...markets]).toEqual([market === "stocks" ? "portfolio" : market]);
    }
  });

  it("never trades without costs", () => {
    for (const { instruments } of botCatalogue.map((bot) => buildBotConfig(bot))) {
      for (const { costs } of instruments)
        expect(Math.min(costs.halfSpread, costs.slippage, costs.commission)).toBeGreaterThan(0);
    }
  });
});

/** Bars that swing by `swing` units and then break out upwards. */
function breakout(swing: number): Candle[] {
  return Array.from({ length: 200 }, (_, bar) => {
    const close = 1_000 + swing * (bar < 198 ? bar % 3 : 10);
    const open = close - swing / 4;
    return { time: bar, open, high: close + swing, low: open - swing, close, volume: 0 };
  });
}

describe("the size of a catalogue bot's trades", () => {
  it("halves when the market is twice as volatile", () => {
    const config = buildBotConfig(channelBot, [{ symbol: "A", interval: "1d" }]);
    const exposureAt = (swing: number) =>
      Number(
        trackBot(config, playOnce([{ symbol: "A", interval: "1d", candles: breakout(swing) }])).trades[0]?.exposure,
      );
    expect(exposureAt(4)).toBeGreaterThan(0.1);
    expect(exposureAt(8) / exposureAt(4)).toBeCloseTo(0.5, 1);
  });

  it("is smaller on shorter bars, down to the hour on which bots decide, except for trades that last hours", () => {
    for (const bot of [...hourlyBots, dividendBot]) {
      const riskOn = (interval: Interval) =>
        buildBotConfig(bot, [{ symbol: "A", interval }]).instruments[0]!.riskPerTrade;
      expect(riskOn("1d")).toBe(bot.size.dailyBarRisk);
      expect(riskOn("1h")).toBeCloseTo(riskOn("1d") / (bot.size.heldFor === "hours" ? 1 : Math.sqrt(24)), 12);
      expect(riskOn("1m")).toBe(riskOn("1h"));
    }
  });
});

const SIMULATED_DAYS = 90;
/** Simulated markets on which each bot's costs are measured. */
const SEEDS = byDepth({ ci: [1], long: [1, 2, 3, 4, 5, 6] });
/** Enough hours for the longest average. */
const LEARNING_DAYS = 20;

const histories = new Map<string, SymbolHistory>();

/** Simulated hours of a symbol. Bots that share a symbol get the same ones, simulated once. */
function simulateOnce(symbol: string, seed: number): SymbolHistory {
  const key = `${symbol} ${seed}`;
  const end = FIRST_START + (LEARNING_DAYS + SIMULATED_DAYS) * DAY_MS;
  const history = histories.get(key) ?? simulateHistory(symbol, `costs-${seed}`, FIRST_START, end, 0);
  histories.set(key, history);
  return history;
}

/** The bot's symbols with their simulated hours. */
const simulateSeries = (bot: BotDefinition, seed: number) =>
  bot.symbols.map((symbol) => {
    const { hourCandles, dividends } = simulateOnce(symbol, seed);
    return { symbol, interval: "1h" as const, candles: hourCandles, dividends };
  });

/** The part of a bot's nav that the costs of its trades take in 90 days of simulated hourly bars, in per cent. */
function payCosts(bot: BotDefinition, seed: number): { trades: number; costsPct: number } {
  const series = simulateSeries(bot, seed);
  const config = removeCalendars(buildBotConfig(bot, series));
  const { trades } = trackBot(config, playOnce(series), { warmUpMoments: LEARNING_DAYS * 24 });
  const costs = trades.map(({ symbol, exposure }) => {
    return Number(exposure) * computeRoundTripCost(findInstrument(config, symbol)!.costs);
  });
  return { trades: trades.length, costsPct: 100 * costs.reduce((sum, each) => sum + each, 0) };
}

describe("bots that decide each hour, on the simulated feed", () => {
  it.each(hourlyBots)("let $name trade, for at most 2 % of its nav in costs in 90 days", (bot) => {
    const runs = SEEDS.map((seed) => payCosts(bot, seed));
    expect(Math.max(...runs.map(({ trades }) => trades))).toBeGreaterThan(0);
    expect(Math.max(...runs.map(({ costsPct }) => costsPct))).toBeLessThanOrEqual(2);
  });

  it.each(hourlyBots)("gives every entry a stop: $name", { tags: ["bot-stops"] }, (bot) => {
    const series = simulateSeries(bot, 1);
    const runner = new BotRunner(removeCalendars(buildBotConfig(bot, series)));
    const stops = [...playOnce(series)]
      .flat()
      .flatMap((event) => runner.apply(event))
      .flatMap((effect) => (effect.type === "trade-opened" ? [effect.stopPrice] : []));
    expect(stops.length).toBeGreaterThan(0);
    expect(stops).not.toContain(null);
  });
});

describe("bots that decide once a month", () => {
  const months = botCatalogue.filter(({ decides }) => decides === "month-end");
  const END = Date.UTC(2026, 0, 5);

  it.each(months)("$name trades on the simulated days of its symbols, with its whole nav and without stops", (bot) => {
    const series = bot.symbols.map((symbol) => ({
      symbol,
      interval: "1d" as const,
      candles: simulateDays(symbol, "catalogue", END).map(({ time, close }) => {
        return { time, open: close, high: close, low: close, close, volume: 0 };
      }),
    }));
    const runner = new BotRunner(removeCalendars(buildBotConfig(bot, series, () => 0.002)));
    const opened = [...playOnce(series)]
      .flat()
      .flatMap((event) => runner.apply(event))
      .flatMap((effect) => (effect.type === "trade-opened" ? [effect] : []));
    expect(opened.length).toBeGreaterThan(0);
    expect(opened[0]).toMatchObject({ stopPrice: null, targetPrice: null });
    const first = opened.filter(({ barTime }) => barTime === opened[0]!.barTime);
    expect(first.reduce((sum, { exposure }) => sum + Number(exposure), 0)).toBeGreaterThan(0.98);
    const isFinanced = opened.some(({ costs }) => costs.financing !== undefined);
    expect(isFinanced).toBe(bot.isPaidInFull !== true);
  });

  it("trade what they are judged on where a replay has it, and otherwise the files of their market", () => {
    const titan = months.find(({ name }) => name === "Stock-Titan-05")!;
    const list = (...named: [Market, string][]) => named.map(([market, symbol]) => ({ market, symbol }));
    const files = list(["stocks", "AAPL"], ["stocks", "SPY"], ["portfolio", "SPY"], ["forex", "EUR/USD"]);
    expect(selectSymbols(titan, files)).toEqual([files[1]]);
    expect(selectSymbols(titan, files.toSpliced(1, 1))).toEqual([files[2]]);
    expect(selectSymbols(titan, files.slice(0, 1))).toEqual([files[0]]);
    expect(selectSymbols(hourlyBots[0]!, files)).toEqual([files[3]]);
  });
});
