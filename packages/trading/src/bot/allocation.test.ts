import { DAY_MS } from "@wazi/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weighCoreBasketWithTrend, RULE_MONTHS } from "../core-portfolios/core-rules.ts";
import { computeExitPrice } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { nextUniform, seedRandom } from "../simulation/seeded-random.ts";
import type { WeightRule } from "../strategies/allocation-strategy.ts";
import type { BotConfig } from "./bot-config.ts";
import type { BotEffect, MomentEvent } from "./bot-event.ts";
import { allocationBot, dailyBars, drawnWeights, runBot, WEIGHTS_START, wildSeries } from "./bot-fixtures.ts";
import { BotRunner } from "./bot-runner.ts";
import { type BotState, createBotState, findLastPrice, type OpenTrade } from "./bot-state.ts";
import { joinBars, playOnce, type PlayedSeries } from "./play-once.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { applyEvent, stepBot } from "./step-bot.ts";
import { SymbolRules } from "./symbol-rules.ts";
import { valueHoldings } from "./take-month-end.ts";
import { trackBot } from "./track-bot.ts";
import { addGain } from "./trade-fills.ts";

const fixed =
  (...weights: number[]): WeightRule =>
  () =>
    weights;
const openings = (effects: readonly BotEffect[]) =>
  effects.flatMap((each) => (each.type === "trade-opened" ? [each] : []));
const closings = (effects: readonly BotEffect[]) =>
  effects.flatMap((each) => (each.type === "trade-closed" ? [each] : []));
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The bot's holdings of each symbol, as parts of its marked nav at the last closes. */
function weightsOf(state: BotState): Record<string, number> {
  const priceOf = (trade: OpenTrade) => state.symbols[trade.symbol]?.close ?? trade.midPrice;
  const values = state.openTrades.map((trade) => {
    const grown = priceOf(trade) / Number(trade.entryPrice);
    return { trade, value: (trade.side === "buy" ? 1 : -1) * Number(trade.baseNav) * Number(trade.exposure) * grown };
  });
  const cost = values.reduce(
    (sum, { trade }) => sum + (trade.side === "buy" ? 1 : -1) * Number(trade.baseNav) * Number(trade.exposure),
    0,
  );
  const marked = Number(state.nav) + values.reduce((sum, { value }) => sum + value, 0) - cost;
  const weights: Record<string, number> = {};
  for (const { trade, value } of values) weights[trade.symbol] = (weights[trade.symbol] ?? 0) + value / marked;
  return weights;
}

const PAID: TradingCosts = { halfSpread: 0.0004, slippage: 0.0002, commission: 0.0004 };
/** As of a fund: a long pays nothing for being held. */
const FINANCED: TradingCosts = {
  ...PAID,
  financing: { schedule: "friday", longRate: 0, shortRate: 0.05, yearDays: 365 },
};

describe("a strategy with weights", () => {
  it("holds many positions at once, decided at the month's last close and filled at the next open", () => {
    const config = allocationBot({ weigh: fixed(0.6, 0.3) });
    const series = [dailyBars("A", () => 100, 60), dailyBars("B", () => 50, 60)];
    const { effects, state } = runBot(config, [...playOnce(series)].slice(0, 60).flat());
    const opened = openings(effects).map(({ symbol, exposure, barTime, decidedBarTime }) => {
      return [symbol, exposure, toDate(barTime), toDate(decidedBarTime)];
    });
    // One month before the first returns: the rule needs the mean of January to tell February's.
    expect(opened).toEqual([
      ["A", "0.6000", "2021-03-01", "2021-03-01"],
      ["B", "0.3000", "2021-03-01", "2021-03-01"],
    ]);
    expect(state.openTrades).toHaveLength(2);
    expect(state.decidedMonth).toBe(2021 * 12 + 2);
  });

  it("restores its weights by the differences alone, and sells the oldest trades first", () => {
    const config = allocationBot({ weigh: fixed(0.5, 0.5) });
    // A doubles in March and falls to its old price in May.
    const priceOfA = (day: number) => (day >= 70 && day < 130 ? 200 : 100);
    const series = [dailyBars("A", priceOfA, 160), dailyBars("B", () => 50, 160)];
    const moments = [...playOnce(series)].slice(0, 160);
    let state = createBotState(config);
    const seen: BotEffect[] = [];
    const afterFills: Record<string, Record<string, number>> = {};
    for (const event of moments.flat()) {
      const stepped = stepBot(config, state, event);
      state = stepped.state;
      seen.push(...stepped.effects);
      if (event.type === "moment-end" && seen.length > 0) afterFills[toDate(event.time - 1)] = weightsOf(state);
    }
    // Weights at the close of the first day of a month: restored, also after A has doubled.
    for (const day of ["2021-03-01", "2021-04-01", "2021-06-01"]) {
      expect(afterFills[day]?.["A"]).toBeCloseTo(0.5, 3);
      expect(afterFills[day]?.["B"]).toBeCloseTo(0.5, 3);
    }
    expect(afterFills["2021-03-31"]?.["A"]).toBeCloseTo(2 / 3, 3);
    const sold = closings(seen);
    // A quarter of A is sold in April, then parts of B in June: its trade of March before that of April.
    expect(sold.map(({ symbol, barTime }) => [symbol, toDate(barTime)])).toEqual([
      ["A", "2021-04-01"],
      ["B", "2021-06-01"],
    ]);
    expect(Number(sold[0]?.exposure)).toBeCloseTo(0.125, 3);
    expect(sold[1]?.entryBarTime).toBe(Date.UTC(2021, 2, 1));
    // Bought at 0.5 of 1: 1 → 1.5 with A doubled. Half in each, A falls by half: 1.5 → 1.125.
    const worth = new BotRunner(config, state).computeMarkedNav();
    expect(Number(worth) / 1e12).toBeCloseTo(1.125, 3);
  });

  it("counts a month's mean, the dividends that went ex in it, and what bills earned", () => {
    const seen: Parameters<WeightRule>[0][] = [];
    const weigh: WeightRule = (closed) => {
      seen.push(closed);
      return [0];
    };
    const config = allocationBot({ weigh, months: 2, symbols: ["A"], findBillReturn: (month) => month / 1e6 });
    const january = Array.from({ length: 31 }, (_, day) => 100 + day);
    const price = (day: number) => january[day] ?? (day < 59 ? 120 : 150);
    // One of 3 on the last day of February, one of 6 on the first of March.
    const dividends: Dividend[] = [
      { exTime: WEIGHTS_START + 58 * DAY_MS, amount: "3" },
      { exTime: WEIGHTS_START + 59 * DAY_MS, amount: "6" },
    ];
    const series = [{ ...dailyBars("A", price, 120), dividends }];
    runBot(config, [...playOnce(series)].slice(0, 95).flat());
    const [first] = seen;
    expect(seen).toHaveLength(1);
    expect(Array.from(first?.parts[0] ?? [])).toEqual([(120 + 3) / 115 - 1, (150 + 6) / 120 - 1]);
    expect(Array.from(first?.bills ?? [])).toEqual([(2021 * 12 + 1) / 1e6, (2021 * 12 + 2) / 1e6]);
  });

  it("keeps what it holds in a month for which a rate of bills is missing", () => {
    const weighed: number[] = [];
    const weigh: WeightRule = ({ bills }) => {
      weighed.push(bills[0]!);
      return [bills[0]! > 0.001 ? 0 : 1];
    };
    const opened = (bill: (month: number) => number) => {
      weighed.length = 0;
      const config = allocationBot({ weigh, months: 1, symbols: ["A"], findBillReturn: bill });
      const { effects } = runBot(config, [...playOnce([dailyBars("A", () => 100, 125)])].slice(0, -1).flat());
      return [weighed.length, effects.map(({ type }) => type)];
    };
    const third = (month: number) => month === 2021 * 12 + 2;
    expect(opened((month) => (third(month) ? 0.002 : 0))).toEqual([
      3,
      ["trade-opened", "trade-closed", "trade-opened"],
    ]);
    expect(opened((month) => (third(month) ? NaN : 0))).toEqual([3, ["trade-opened"]]);
  });

  it("decides at the last close before a venue's long weekend, and late where that bar is missing", () => {
    const decisions = (isThere: (day: number) => boolean) => {
      const config = allocationBot({ weigh: fixed(1), symbols: ["A"], calendar: "new-york" });
      const open = (day: number) => ![0, 6].includes(new Date(WEIGHTS_START + day * DAY_MS).getUTCDay()) && day !== 0;
      const series = [
        dailyBars(
          "A",
          () => 100,
          130,
          (day) => open(day) && isThere(day),
        ),
      ];
      return openings(runBot(config, [...playOnce(series)].slice(0, -1).flat()).effects).map(
        ({ decidedBarTime, barTime }) => [toDate(decidedBarTime - 1), toDate(barTime)],
      );
    };
    // 26 February 2021 was a Friday.
    expect(decisions(() => true)).toEqual([["2021-02-26", "2021-03-01"]]);
    expect(decisions((day) => day !== 56)).toEqual([["2021-03-01", "2021-03-02"]]);
  });

  it("gives the core portfolios' rule the same months as their record, so that it gives the same weights", () => {
    const random = seedRandom("core", "months");
    const days = 50 * 31;
    const walks = ["shares", "bonds", "gold"].map((symbol) => {
      let price = 100;
      const closes = Array.from(
        { length: days },
        () => (price = Number((price * (1 + 0.02 * (nextUniform(random) - 0.49))).toFixed(4))),
      );
      return { symbol, closes };
    });
    const bill = (month: number) => 0.002 + 0.001 * (month % 3);
    const given: number[][] = [];
    const weigh: WeightRule = (closed) => {
      const weights = [...weighCoreBasketWithTrend(closed)];
      given.push(weights);
      return weights;
    };
    const config = allocationBot({
      weigh,
      months: RULE_MONTHS,
      symbols: walks.map(({ symbol }) => symbol),
      findBillReturn: bill,
    });
    runBot(
      config,
      [...playOnce(walks.map(({ symbol, closes }) => dailyBars(symbol, (day) => closes[day]!, days)))]
        .slice(0, -1)
        .flat(),
    );
    const monthOf = (day: number) =>
      new Date(WEIGHTS_START + day * DAY_MS).getUTCMonth() +
      12 * new Date(WEIGHTS_START + day * DAY_MS).getUTCFullYear();
    const means = walks.map(({ closes }) => {
      const months = new Map<number, number[]>();
      closes.forEach((close, day) => months.set(monthOf(day), [...(months.get(monthOf(day)) ?? []), close]));
      return [...months.values()].map((month) => month.reduce((sum, close) => sum + close, 0) / month.length);
    });
    expect(given.length).toBeGreaterThan(10);
    given.forEach((weights, decision) => {
      const last = RULE_MONTHS + decision;
      const parts = means.map((mean) =>
        Array.from({ length: last }, (_, month) => mean[month + 1]! / mean[month]! - 1),
      );
      const bills = Array.from({ length: last }, (_, month) => bill(2021 * 12 + 1 + month));
      const expected = weighCoreBasketWithTrend({ parts, bills });
      weights.forEach((weight, part) => {
        expect(weight).toBeCloseTo(expected[part]!, 10);
      });
    });
  });

  it("refuses weights of more than its nav", () => {
    const config = allocationBot({ weigh: fixed(0.8, -0.3) });
    const series = [dailyBars("A", () => 100, 60), dailyBars("B", () => 50, 60)];
    expect(() => runBot(config, [...playOnce(series)].flat())).toThrow("which is more than 1 of the nav");
  });
});

interface Run {
  readonly effects: readonly BotEffect[];
  readonly state: BotState;
}

/** Leaves out one bar in ten, ends one series early, and pays dividends. */
function withHoles(seed: number, series: ReturnType<typeof wildSeries>): readonly PlayedSeries[] {
  const random = seedRandom(`${seed}`, "holes");
  return series.map((each, place) => {
    const there = each.candles.filter(() => nextUniform(random) < 0.9);
    const candles = place === 0 ? there.slice(0, -60) : there;
    const paying = candles.filter(() => nextUniform(random) < 0.03);
    return { ...each, candles, dividends: paying.map(({ time }) => ({ exTime: time, amount: "0.01" })) };
  });
}

/** A state that a step would change in place throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** Takes each bar as one on which the symbol has an order or a trade to be watched. */
class PlainRules extends SymbolRules {
  override isQuiet(): boolean {
    return false;
  }
}

function runPlain(config: BotConfig, series: readonly PlayedSeries[]): Run[] {
  const rules = new PlainRules(config);
  let state = createBotState(config);
  return [...playOnce(series)].map((events) => {
    const effects = events.flatMap((event) => {
      const stepped = applyEvent(config, rules, state, event);
      state = stepped.state;
      return stepped.effects;
    });
    return { effects, state: rules.saveInto(state) };
  });
}

/** The nav at the last closes without the costs of closing, scaled. */
function valueExactly(state: BotState): bigint {
  return state.openTrades.reduce((nav, trade) => {
    const price = findLastPrice(state.symbols[trade.symbol], trade);
    const paid = (toScaled(trade.baseNav) * toScaled(trade.exposure) * toScaled(trade.costs.commission)) / SCALE ** 2n;
    return addGain(nav, trade, computeCloseFactor(trade, price, 0)) - paid;
  }, toScaled(state.nav));
}

describe("a strategy with weights on wild prices", () => {
  const symbols = ["A", "B", "C"];
  const seed = fc.integer({ min: 0, max: 1_000_000 });

  it("never owes: its nav stays at 0 or above, and is what its trades make of it", () => {
    fc.assert(
      fc.property(seed, fc.boolean(), (number, mayShort) => {
        const config = allocationBot({ weigh: drawnWeights(number, mayShort), symbols, costs: PAID });
        const { trades, state, points } = trackBot(config, playOnce(wildSeries(number, symbols, 400)));
        expect(Math.min(...points.map(({ nav }) => nav))).toBeGreaterThanOrEqual(0);
        let nav = 10n ** 12n;
        for (const { baseNav, factor } of trades) {
          const gain = toScaled(baseNav) * (toScaled(factor) - 10n ** 12n);
          const floored = gain < 0n && gain % 10n ** 12n !== 0n ? gain / 10n ** 12n - 1n : gain / 10n ** 12n;
          nav = nav + floored > 0n ? nav + floored : 0n;
        }
        expect(toScaled(state.nav)).toBe(nav);
      }),
      { numRuns: 60 },
    );
  });

  it("does not borrow: long trades together are worth no more than the marked nav after their fills", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const config = allocationBot({ weigh: drawnWeights(number, false), symbols, costs: PAID });
        const runner = new BotRunner(config);
        let isFilled = false;
        for (const event of [...playOnce(wildSeries(number, symbols, 400))].flat()) {
          const effects = runner.apply(event);
          isFilled ||= effects.length > 0;
          if (event.type !== "moment-end") continue;
          if (isFilled)
            expect(Object.values(weightsOf(runner.save())).reduce((sum, each) => sum + each, 0)).toBeLessThan(1.0005);
          isFilled = false;
        }
      }),
      { numRuns: 40 },
    );
  });

  it("gives the same effects when its state is stored and restored at any point", () => {
    fc.assert(
      fc.property(seed, fc.array(fc.nat(2_000), { maxLength: 30 }), (number, places) => {
        const bot = () => allocationBot({ weigh: drawnWeights(number, true), symbols, costs: PAID });
        const events: MomentEvent[] = [...playOnce(wildSeries(number, symbols, 250))].flat();
        const stored = new Set(places);
        const config = bot();
        const resumed = runBot(config, events, (state, index) => {
          if (!stored.has(index)) return state;
          const restored = restoreBotState(config, JSON.parse(JSON.stringify(state)));
          if (!restored.ok) throw new Error(restored.reason);
          return restored.state;
        });
        expect(resumed).toEqual(runBot(bot(), events));
      }),
      { numRuns: 25 },
    );
  });

  it("gives the same orders, fills and states on the fast path of the evidence as on the plain one and the live one", () => {
    let decided = 0;
    fc.assert(
      fc.property(seed, fc.boolean(), (number, mayShort) => {
        const bot = () => allocationBot({ weigh: drawnWeights(number, mayShort), symbols, costs: FINANCED });
        const series = withHoles(number, wildSeries(number, symbols, 200));
        const config = bot();
        const runner = new BotRunner(config);
        const fast: Run[] = Array.from(joinBars(series), ({ breaks, bars, closeTime }) => {
          const effects = breaks.flatMap((event) => runner.apply(event));
          effects.push(...runner.applyBars(bars));
          if (closeTime !== null) runner.apply({ type: "moment-end", time: closeTime });
          return { effects, state: runner.save() };
        });
        expect(runPlain(bot(), series)).toEqual(fast);
        const live = runBot(bot(), [...playOnce(series)].flat(), freeze);
        expect(live).toEqual({ effects: fast.flatMap(({ effects }) => effects), state: fast.at(-1)?.state });
        decided += fast.filter(({ state }) => state.orders.length > 0).length;
      }),
      { numRuns: 12 },
    );
    expect(decided).toBeGreaterThan(50);
  });

  it("decides on a value in floats that is the exact one to nine places", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const pairs = ["A", "USD/B", "C"];
        const config = allocationBot({ weigh: drawnWeights(number, true), symbols: pairs, costs: FINANCED });
        const runner = new BotRunner(config);
        for (const event of [...playOnce(withHoles(number, wildSeries(number, pairs, 250)))].flat()) {
          runner.apply(event);
          if (event.type !== "moment-end") continue;
          const state = runner.save();
          expect(valueHoldings(config, state).nav).toBeCloseTo(Math.max(0, Number(valueExactly(state)) / 1e12), 9);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("pays costs for what is traded alone", () => {
    const config = allocationBot({ weigh: fixed(0.5, 0.5), costs: PAID });
    const flat = [dailyBars("A", () => 100, 400), dailyBars("B", () => 50, 400)];
    const { trades, state } = trackBot(config, [...playOnce(flat)].slice(0, 400));
    expect([trades.length, state.openTrades.length]).toEqual([0, 2]);
    const [trade] = state.openTrades;
    // Room is left for the costs of entering.
    expect(trade?.exposure).toBe("0.4997");
    expect(computeExitPrice("buy", 100, PAID)).toBe("99.940000000000");
  });
});
