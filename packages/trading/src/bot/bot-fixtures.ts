import { DAY_MS } from "@wazi/domain";
import type { Candle, Interval } from "../candle.ts";
import type { Calendar } from "../costs/sessions.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { nextFatTailed, nextUniform, seedRandom } from "../simulation/seeded-random.ts";
import type { WeightRule } from "../strategies/allocation-strategy.ts";
import { buildRule, type Orders, RuleMemory, type Strategy } from "../strategies/strategy.ts";
import { type BotConfig, createBotConfig } from "./bot-config.ts";
import type { BotEffect, BotEvent, MomentEvent } from "./bot-event.ts";
import { type BotState, createBotState } from "./bot-state.ts";
import { stepBot } from "./step-bot.ts";

/** Fixtures for the tests of this package. */

const free: TradingCosts = { halfSpread: 0, slippage: 0, commission: 0 };

/** An order as a value, for scripts and comparisons. */
export type Order =
  | {
      readonly kind: "enter";
      readonly side: Side;
      readonly stopPrice?: number;
      readonly targetPrice?: number;
    }
  | { readonly kind: "close" }
  | { readonly kind: "rest"; readonly price: number }
  | { readonly kind: "move-stop"; readonly price: number };

/** Gives the order. */
function giveOrder(orders: Orders, order: Order): void {
  if (order.kind === "close") orders.exit();
  else if (order.kind === "rest") orders.restBuyStop(order.price);
  else if (order.kind === "move-stop") orders.moveStop(order.price);
  else orders.enter(order.side === "buy" ? 1 : -1, order.stopPrice, order.targetPrice);
}

/** A strategy that gives a fixed order on the n-th candle of a symbol, at any price. */
function scriptedStrategy(script: Readonly<Record<number, Order>>): Strategy {
  return {
    name: "scripted",
    family: "Test",
    description: "Orders as written.",
    parameters: {},
    createRule() {
      const memory = new RuleMemory({ bars: 0 });
      return buildRule(
        { memory },
        {
          warmUp: -1,
          advance() {
            memory.fields.bars += 1;
          },
          decide(_bars, _bar, orders) {
            const order = script[memory.fields.bars - 1];
            if (order !== undefined) giveOrder(orders, order);
          },
        },
      );
    },
  };
}

/** A bot without costs that uses all its nav for a trade, on symbol A (and others). */
export function scriptedBot(
  script: Readonly<Record<number, Order>>,
  symbols = ["A"],
  costs = free,
): BotConfig & { readonly strategy: Strategy } {
  const strategy = scriptedStrategy(script);
  const config = createBotConfig({
    name: "test-bot",
    market: "stocks",
    strategy,
    instruments: symbols.map((symbol) => ({ symbol, interval: "1m", costs, riskPerTrade: 1 })),
    decisionInterval: "1m",
    maximumExposure: 1,
  });
  return { ...config, strategy };
}

export function candle(time: number, open: number, high: number, low: number, close: number): Candle {
  return { time, open, high, low, close, volume: 0 };
}

export function candleEvent(barSequence: number, bar: Candle, symbol = "A"): BotEvent {
  return { type: "candle", symbol, candle: bar, barSequence };
}

/** The effects of the events on a new bot. `between` can change the state between two events, as storing does. */
export function runBot(
  config: BotConfig,
  events: readonly MomentEvent[],
  between: (state: BotState, index: number) => BotState = (state) => state,
): { state: BotState; effects: BotEffect[] } {
  let state = createBotState(config);
  const effects: BotEffect[] = [];
  events.forEach((event, index) => {
    const stepped = stepBot(config, state, event);
    effects.push(...stepped.effects);
    state = between(stepped.state, index);
  });
  return { state, effects };
}

/** Candles of a seeded random walk with gaps. */
export function randomCandles(seed: string, count: number): Candle[] {
  const random = seedRandom(seed, "candles");
  let close = 100;
  return Array.from({ length: count }, (_, index) => {
    const open = close * (1 + 0.003 * nextFatTailed(random));
    close = open * (1 + 0.01 * Math.max(-9, Math.min(9, nextFatTailed(random))));
    const high = Math.max(open, close) * (1 + 0.005 * nextUniform(random));
    const low = Math.min(open, close) * (1 - 0.005 * nextUniform(random));
    const [o, h, l, c] = [open, high, low, close].map((price) => Number(price.toFixed(4))) as [
      number,
      number,
      number,
      number,
    ];
    return candle(index * 60_000, o, h, l, c);
  });
}

/** The first day of `dailyBars`. */
export const WEIGHTS_START = Date.UTC(2021, 0, 1);

interface WeightedBot {
  readonly weigh: WeightRule;
  readonly months?: number;
  readonly symbols?: readonly string[];
  readonly costs?: TradingCosts;
  readonly calendar?: Calendar;
  readonly barInterval?: Interval;
  readonly findBillReturn?: (month: number) => number;
}

/** A bot with weights on daily bars, with all of its nav. */
export function allocationBot({
  weigh,
  months = 1,
  symbols = ["A", "B"],
  costs = free,
  calendar,
  barInterval = "1d",
  ...rest
}: WeightedBot): BotConfig {
  return createBotConfig({
    name: "test-portfolio",
    market: "stocks",
    strategy: { name: "test-weights", description: "Weights of a test.", parameters: {}, months, weigh },
    instruments: symbols.map((symbol) => {
      return { symbol, interval: barInterval, costs, riskPerTrade: 1, ...(calendar === undefined ? {} : { calendar }) };
    }),
    decisionInterval: "1d",
    maximumExposure: 1,
    ...rest,
  });
}

/** Bars of a day at a price each; the bar opens at the close before it. */
export function dailyBars(
  symbol: string,
  price: (day: number) => number,
  days: number,
  isThere = (_day: number) => true,
) {
  const candles = Array.from({ length: days }, (_, day): Candle => {
    const [open, close] = [price(Math.max(0, day - 1)), price(day)];
    const [high, low] = [Math.max(open, close), Math.min(open, close)];
    return { time: WEIGHTS_START + day * DAY_MS, open, high, low, close, volume: 0 };
  });
  return { symbol, interval: "1d" as const, candles: candles.filter((_, day) => isThere(day)) };
}

/** Bars of random walks with gaps of up to half the price, upwards and downwards. */
export function wildSeries(seed: number, symbols: readonly string[], days: number) {
  return symbols.map((symbol) => {
    const random = seedRandom(`${seed}`, symbol);
    let price = 100;
    const prices = Array.from({ length: days }, () => {
      const jump = nextUniform(random) < 0.03 ? 0.5 : 0.04;
      price = Number(Math.max(0.01, price * (1 + jump * (2 * nextUniform(random) - 1))).toFixed(4));
      return price;
    });
    return dailyBars(symbol, (day) => prices[day] ?? NaN, days);
  });
}

/** Other random weights each month, some short, with a sum of at most 1. */
export function drawnWeights(seed: number, mayShort: boolean): WeightRule {
  const random = seedRandom(`${seed}`, "weights");
  return ({ parts }) => {
    const drawn = parts.map(() => (mayShort ? 2 * nextUniform(random) - 1 : nextUniform(random)));
    const gross = drawn.reduce((sum, weight) => sum + Math.abs(weight), 0);
    return drawn.map((weight) => (weight / Math.max(1, gross)) * nextUniform(random) ** 0.2);
  };
}
