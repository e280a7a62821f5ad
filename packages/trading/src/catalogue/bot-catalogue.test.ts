import { MINUTE_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import type { Candle, Interval } from "../candle.ts";
import { addPrice } from "../candle-aggregator.ts";
import type { BotConfig } from "../bot/bot-config.ts";
import type { BotEvent } from "../bot/bot-event.ts";
import { type BotState, createBotState } from "../bot/bot-state.ts";
import { playOnce } from "../bot/play-once.ts";
import { stepBot, warmUpBot } from "../bot/step-bot.ts";
import { trackBot } from "../bot/track-bot.ts";
import { simulateMarketHistory } from "../simulation/simulate-history.ts";
import { getSimulatedSymbol } from "../simulation/simulated-symbols.ts";
import { stepSecond } from "../simulation/simulated-market.ts";
import { botCatalogue, buildBotConfig } from "./bot-catalogue.ts";

const FIRST_START = Date.UTC(2026, 0, 5);
const WARM_UP_MS = 9 * 60 * MINUTE_MS;

describe("botCatalogue", () => {
  it("has the eight bots in their order, each on symbols of its market", () => {
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
    for (const bot of botCatalogue) {
      expect(bot.strategy.name).toBe(bot.family.toLowerCase());
      expect(bot.symbols.length).toBeGreaterThanOrEqual(2);
      for (const symbol of bot.symbols) expect(getSimulatedSymbol(symbol).market).toBe(bot.market);
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
    const bot = botCatalogue.find(({ name }) => name === "Gold-Trader-02")!;
    const config = buildBotConfig(bot, [{ symbol: "A", interval: "1d" }]);
    const exposureAt = (swing: number) =>
      Number(trackBot(config, playOnce([{ symbol: "A", candles: breakout(swing) }])).trades[0]?.exposure);
    expect(exposureAt(4)).toBeGreaterThan(0.1);
    expect(exposureAt(8) / exposureAt(4)).toBeCloseTo(0.5, 1);
  });

  it("is smaller on shorter bars, except for trades that last a number of hours", () => {
    for (const bot of botCatalogue) {
      const riskOn = (interval: Interval) =>
        buildBotConfig(bot, [{ symbol: "A", interval }]).instruments[0]!.riskPerTrade;
      expect(riskOn("1d")).toBe(bot.size.dailyBarRisk);
      expect(riskOn("1m")).toBeCloseTo(riskOn("1d") / (bot.size.heldFor === "hours" ? 1 : Math.sqrt(1_440)), 12);
    }
  });
});

/** Seconds from a first start to the first closed trade of any bot; `limit` when there is none by then. */
function secondsToFirstClose(seed: number, limit: number): number {
  // A first start can be at any second of a minute.
  const start = FIRST_START + ((seed * 7_919) % 3_600) * 1_000;
  const history = simulateMarketHistory(`first-close-${seed}`, start - WARM_UP_MS, start);
  const bots = botCatalogue
    .map((bot) => buildBotConfig(bot))
    .map((config) => ({ config, state: createBotState(config) }));
  for (const bot of bots) bot.state = warmUp(bot.config, bot.state, history.histories);
  const minutes = new Map(history.histories.map(({ symbol, minute }) => [symbol, minute]));
  let { market } = history;
  for (let second = 1; second <= limit; second += 1) {
    const stepped = stepSecond(market);
    market = stepped.state;
    const candles: BotEvent[] = [];
    const opens: BotEvent[] = [];
    for (const point of stepped.prices) {
      const { symbol, price } = point;
      const added = addPrice(minutes.get(symbol)!, point);
      minutes.set(symbol, added.aggregator);
      if (added.closed === null) continue;
      const barSequence = added.closed.time / MINUTE_MS;
      candles.push({ type: "candle", symbol, candle: added.closed, barSequence });
      opens.push({ type: "open", symbol, price, barTime: added.closed.time + MINUTE_MS, barSequence: barSequence + 1 });
    }
    for (const bot of bots) {
      for (const event of [...candles, ...opens]) {
        if (!bot.config.instruments.some(({ symbol }) => symbol === event.symbol)) continue;
        const { state, effects } = stepBot(bot.config, bot.state, event);
        bot.state = state;
        if (effects.some(({ type }) => type === "trade-closed")) return second;
      }
    }
  }
  return limit;
}

function warmUp(
  config: BotConfig,
  fresh: BotState,
  histories: ReturnType<typeof simulateMarketHistory>["histories"],
): BotState {
  let state = fresh;
  for (const { symbol, minuteCandles } of histories) {
    if (!config.instruments.some((instrument) => instrument.symbol === symbol)) continue;
    for (const candle of minuteCandles) {
      state = warmUpBot(config, state, { type: "candle", symbol, candle, barSequence: candle.time / MINUTE_MS });
    }
  }
  return state;
}

describe("the eight bots on the simulated feed", () => {
  it("close a first trade within five minutes of a first start, in the median of 20 seeds", () => {
    const seconds = Array.from({ length: 20 }, (_, seed) => secondsToFirstClose(seed, 600)).sort((a, b) => a - b);
    const median = (seconds[9]! + seconds[10]!) / 2;
    console.info(`seconds to the first close: median ${median}, all ${seconds.join(" ")}`);
    expect(median).toBeLessThanOrEqual(300);
  });
});
