import { cents, closePoolTrade, factor, ONE_NAV, parseNav, type PoolState, units, valueUp } from "@wazi/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { divideDown, formatScaled, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import { allocationBot, candle, candleEvent } from "./bot-fixtures.ts";
import type { BotEffect, BotEvent, TradeClosed } from "./bot-event.ts";
import { BotRunner } from "./bot-runner.ts";
import { type BotState, createBotState, findLastPrice, type OpenTrade } from "./bot-state.ts";
import { stepBot } from "./step-bot.ts";

const SYMBOLS = ["A", "B", "C"];
const costs = { halfSpread: 0.0002, slippage: 0.0001, commission: 0.0005 };
const config = allocationBot({ weigh: ({ parts }) => parts.map(() => 0), symbols: SYMBOLS, costs });
const LAST_BAR = 5;

interface Drawn {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly exposure: number;
}

function toTrade({ symbol, side, exposure }: Drawn, index: number): OpenTrade {
  return {
    ...{ symbol, side, exposure: (exposure / 10_000).toFixed(4), baseNav: formatScaled(SCALE), entryPrice: "100" },
    ...{ midPrice: 100, stopPrice: side === "sell" ? 101 : 99, targetPrice: null, costs },
    ...{ decidedBarTime: 0, barTime: index, barSequence: 0, dividends: "0", lastDividend: null },
    ...{ financing: "0", financedUntil: index },
  };
}

/** A bot with open trades and an order, whose symbols closed at these prices last. */
function holding(nav: bigint, drawn: readonly Drawn[], closes: readonly number[]): BotState {
  const state = createBotState(config);
  const symbols = SYMBOLS.map((symbol, index) => {
    const known = { barSequence: LAST_BAR, barTime: LAST_BAR, close: closes[index] ?? 100 };
    return [symbol, { ...state.symbols[symbol]!, ...known }] as const;
  });
  const order = { symbol: "B", decidedBarTime: LAST_BAR, action: { kind: "close" } } as const;
  return {
    ...state,
    nav: formatScaled(nav),
    openTrades: drawn.map(toTrade),
    symbols: Object.fromEntries(symbols),
    orders: [order],
  };
}

/** The bar of A that reaches every stop at its open. */
const gapTo = (price: number): BotEvent =>
  candleEvent(LAST_BAR + 1, { ...candle(LAST_BAR + 1, price, price, price, price), high: 1_000, low: 0.01 });

/** Ends with the nav after the trades, and what they lose below 0 on the way, as a pool records one after the other. */
function record(nav: bigint, effects: readonly BotEffect[]) {
  let pool: PoolState = {
    nav: parseNav(formatScaled(nav)),
    units: units(SCALE * 100n),
    cash: cents(0n),
    flowsSinceClose: 0,
  };
  pool = { ...pool, cash: valueUp(pool.units, pool.nav) };
  let shortfall = 0n;
  for (const effect of effects) {
    if (effect.type !== "trade-closed") continue;
    const closed = closePoolTrade("bot", pool, factor(toScaled(effect.factor)), ONE_NAV);
    shortfall += closed.shortfall;
    pool = { ...pool, nav: closed.nav, cash: valueUp(pool.units, closed.nav) };
  }
  return { nav: pool.nav, shortfall };
}

const gainOf = (tradeFactor: bigint): bigint => divideDown(SCALE * (tradeFactor - SCALE), SCALE);
const sumOf = (gains: readonly bigint[]): bigint => gains.reduce((sum, gain) => sum + gain, 0n);
const max0 = (value: bigint): bigint => (value > 0n ? value : 0n);

function gainAt(trade: OpenTrade, midPrice: number): bigint {
  return gainOf(computeCloseFactor(trade, computeExitPrice(trade.side, midPrice, costs), costs.commission));
}

const trade = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom("buy" as const, "sell" as const),
  exposure: fc.integer({ min: 1, max: 10_000 }),
});
const price = fc.integer({ min: 1, max: 500 });
const nav = fc.bigInt({ min: 1n, max: 2n * SCALE });

describe("trades that lose more than a bot has", () => {
  it("are netted with the gains of all others at that moment, before the nav is 0 at the least", () => {
    let saved = 0;
    let lost = 0;
    fc.assert(
      fc.property(
        nav,
        fc.array(trade, { minLength: 1, maxLength: 6 }),
        fc.tuple(price, price, price),
        price,
        (start, drawn, closes, open) => {
          const state = holding(start, drawn, closes);
          const { state: after, effects } = stepBot(config, state, gapTo(open));
          const own = state.openTrades.filter(({ symbol }) => symbol === "A");
          const others = state.openTrades.filter(({ symbol }) => symbol !== "A");
          const alone =
            start +
            sumOf(own.map((each) => gainAt(each, each.side === "sell" ? Math.max(open, 101) : Math.min(open, 99))));
          const all =
            alone + sumOf(others.map((each) => gainAt(each, findLastPrice(state.symbols[each.symbol], each))));
          const isOver = own.length > 0 && alone <= 0n;
          const net = isOver ? all : alone;
          expect(toScaled(after.nav)).toBe(max0(net));
          expect(after.openTrades).toEqual(isOver ? [] : others);
          expect(after.orders).toEqual(isOver ? [] : state.orders);
          expect(effects).toHaveLength(isOver ? drawn.length : own.length);
          const recorded = record(start, effects);
          expect(recorded.nav).toBe(toScaled(after.nav));
          // 100 units, in cents; each loss is rounded down to a cent.
          const exact = max0(-net) / (SCALE / 10_000n);
          expect(recorded.shortfall).toBeLessThanOrEqual(exact);
          expect(recorded.shortfall).toBeGreaterThanOrEqual(exact - BigInt(drawn.length));
          if (isOver && net > 0n) saved += 1;
          if (isOver && net < 0n) lost += 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(Math.min(saved, lost)).toBeGreaterThan(10);
  });

  const drawn = [
    { symbol: "A", side: "sell", exposure: 10_000 },
    { symbol: "B", side: "buy", exposure: 10_000 },
  ] as const;

  it("leave the bot what the gain of another trade covers, in the backtest as in the trader", () => {
    // A loses about twice the nav, and B has gained about twice of it.
    const state = holding(SCALE, drawn, [100, 300, 100]);
    const runner = new BotRunner(config, state);
    const effects = runner.apply(gapTo(300)) as readonly TradeClosed[];
    expect(effects.map(({ symbol, reason }) => [symbol, reason])).toEqual([
      ["B", "series-break"],
      ["A", "stop"],
    ]);
    expect(Number(runner.closedNav)).toBeCloseTo(1, 1);
    expect(runner.computeMarkedNav()).toBe(toScaled(runner.closedNav));
    expect(stepBot(config, state, gapTo(300)).effects).toEqual(effects);
  });

  it("leave it nothing beyond", () => {
    const { state, effects } = stepBot(config, holding(SCALE, drawn, [100, 150, 100]), gapTo(300));
    expect(toScaled(state.nav)).toBe(0n);
    expect(effects).toHaveLength(2);
  });
});
