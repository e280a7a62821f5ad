import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeOfCost } from "../backtest/rule-cases.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { toBarColumns } from "../bar-columns.ts";
import { createBotConfig } from "../bot/bot-config.ts";
import type { TradeClosed } from "../bot/bot-event.ts";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import { playOnce } from "../bot/play-once.ts";
import type { Candle } from "../candle.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import type { Parameters, Rule, Strategy } from "./strategy.ts";
import { strategies } from "./strategy-list.ts";

/** Parameters with which a strategy trades often on the random bars; the defaults where they do. */
const given: Readonly<Record<string, Parameters>> = {
  "sma-cross": { fast: 4, slow: 9 },
  "sma-bracket": { fast: 4, slow: 9, stopLossPct: 2, takeProfitPct: 3, bothSides: 1 },
  "rsi-reversion": { period: 5, low: 35, high: 60 },
  donchian: { entry: 8, exit: 4 },
  "donchian-stop": { entry: 8, exit: 4 },
  "ema-scalp": { fast: 3, slow: 8, stopLoss: 1.5, takeProfit: 2 },
  "bollinger-fade": { period: 10, deviations: 1.5 },
  tsmom: { period: 30, hold: 7 },
  "volume-analysis": { average: 10, confirm: 6, exit: 4, atr: 5 },
  momentum: { lookback: 30, hold: 5, threshold: 0.5, atr: 10, stopAtr: 2 },
  "swing-trading": { trend: 30, extreme: 20 },
  "trend-following": { entry: 8, exit: 4, atr: 6, stopAtr: 1 },
  "dividend-capture": { trend: 20, atr: 10, trendBand: 0, trendHold: 4 },
};

const settings = { ...freeOfCost, cash: 1e9, fractionalUnit: 1e-6 };
const MINUTE_BARS = "1m";

/** Random bars with volume. */
function makeCandles(seed: string, count = 500): Candle[] {
  return randomCandles(seed, count).map((bar, index) => ({ ...bar, volume: 1 + ((index * 7_919) % 13) }));
}

/** The part of a trade that two execution models must have in common. */
interface PlainTrade {
  readonly side: number;
  readonly entryBar: number;
  readonly exitBar: number;
  readonly entryPrice: string;
  readonly exitPrice: string;
}

const round = (price: number): string => price.toFixed(9);

function tradeInAccount(strategy: Strategy, candles: readonly Candle[]): PlainTrade[] {
  const { trades } = runBacktest(toBarColumns(candles), strategy, given[strategy.name] ?? {}, settings);
  return trades.toArray().map(({ size, entryBar, exitBar, entryPrice, exitPrice }) => {
    const prices = { entryPrice: round(entryPrice), exitPrice: round(exitPrice) };
    return { side: Math.sign(size), entryBar, exitBar, ...prices };
  });
}

/** The pool without costs, with all its nav in every trade. It is warmed up for as long as the account. */
function tradeInPool(strategy: Strategy, candles: readonly Candle[]): PlainTrade[] {
  const parameters = given[strategy.name] ?? {};
  const costs = { halfSpread: 0, slippage: 0, commission: 0 };
  const config = createBotConfig({
    name: "pool",
    market: "stocks",
    strategy,
    parameters,
    instruments: [{ symbol: "A", interval: MINUTE_BARS, costs, riskPerTrade: 1e9 }],
    decisionInterval: "1m",
    maximumExposure: 1,
  });
  const { warmUp } = strategy.createRule(config.parameters);
  const runner = new BotRunner(config);
  const closed: TradeClosed[] = [];
  for (const events of playOnce([{ symbol: "A", interval: "1m", candles }])) {
    for (const event of events) {
      if (event.type === "series-break") continue;
      if (event.type === "candle" && event.barSequence <= warmUp) runner.warmUp(event);
      else for (const effect of runner.apply(event)) if (effect.type === "trade-closed") closed.push(effect);
    }
  }
  return closed.map(({ side, entryMidPrice, midPrice, entryBarTime, barSequence }) => ({
    side: side === "buy" ? 1 : -1,
    entryBar: entryBarTime / 60_000,
    exitBar: barSequence,
    entryPrice: round(entryMidPrice),
    exitPrice: round(midPrice),
  }));
}

/** The strategy with a rule that is stored as JSON and restored into a new one after every bar of a list. */
function storeOften(strategy: Strategy, storedAfter: ReadonlySet<number>): Strategy {
  const createRule = (parameters: Parameters): Rule => {
    let rule = strategy.createRule(parameters);
    return {
      warmUp: rule.warmUp,
      save: () => rule.save(),
      restore: (saved) => {
        rule.restore(saved);
      },
      advance: (bars, bar) => {
        if (storedAfter.has(bar)) {
          const saved = JSON.stringify(rule.save());
          rule = strategy.createRule(parameters);
          rule.restore(JSON.parse(saved) as ReturnType<Rule["save"]>);
        }
        rule.advance(bars, bar);
      },
      decide: (bars, bar, orders, context) => {
        rule.decide(bars, bar, orders, context);
      },
    };
  };
  return { ...strategy, createRule };
}

describe.each(strategies)("$name", (strategy) => {
  it("makes the same trades in the cash account and in the pool, where neither has costs", () => {
    let trades = 0;
    for (const seed of ["one", "two", "three"]) {
      const candles = makeCandles(seed);
      const inPool = tradeInPool(strategy, candles);
      expect(inPool).toEqual(tradeInAccount(strategy, candles));
      trades += inPool.length;
    }
    expect(trades).toBeGreaterThan(3);
  });

  it("makes the same trades when its rule is stored and restored at any bar", () => {
    const seeds = fc.integer({ min: 0, max: 1_000_000 });
    const places = fc.uniqueArray(fc.nat(400), { maxLength: 60 });
    fc.assert(
      fc.property(seeds, places, (seed, storedAfter) => {
        const candles = makeCandles(String(seed), 400);
        const stored = storeOften(strategy, new Set(storedAfter));
        expect(tradeInAccount(stored, candles)).toEqual(tradeInAccount(strategy, candles));
      }),
      { numRuns: 10 },
    );
  });

  it("does not depend on later bars", () => {
    const candles = makeCandles("ahead");
    const whole = runBacktest(toBarColumns(candles), strategy, given[strategy.name] ?? {}, settings).equity;
    const part = runBacktest(
      toBarColumns(candles.slice(0, 350)),
      strategy,
      given[strategy.name] ?? {},
      settings,
    ).equity;
    expect(part).toEqual(whole.slice(0, 350));
  });

  it("declares parameters whose defaults are in range, and a warm-up without entries in it", () => {
    const parameters = resolveParameters(strategy);
    expect(Object.values(parameters).every(Number.isFinite)).toBe(true);
    const { warmUp } = strategy.createRule(resolveParameters(strategy, given[strategy.name] ?? {}));
    const bars = toBarColumns(makeCandles("early"));
    const result = runBacktest(bars, strategy, given[strategy.name] ?? {}, settings);
    expect(result.warmUp).toBe(warmUp);
    expect(result.trades.toArray().every(({ entryBar }) => entryBar > warmUp + 1)).toBe(true);
  });
});
