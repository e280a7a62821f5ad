import { DAY_MS } from "@wazi/domain";
import { type BarColumns, toBarColumns } from "../bar-columns.ts";
import { buildRule, type Orders, type Strategy } from "../strategies/strategy.ts";
import type { BacktestSettings, BarDividend, runBacktest } from "./run-backtest.ts";
import type { BacktestStatistics, summarizeBacktest } from "./summarize-backtest.ts";
import type { BacktestTrade } from "./trade-log.ts";

/** The engine under test: unchanged, or with a planted fault. */
export interface Engine {
  readonly runBacktest: typeof runBacktest;
  readonly summarizeBacktest: typeof summarizeBacktest;
  readonly strategies: readonly Strategy[];
}

type Bar = readonly [open: number, high: number, low: number, close: number];
type Script = Readonly<Record<number, (orders: Orders) => void>>;

/** A few bars calculated by hand: the orders at each bar's close, and the expected result. */
export interface RuleCase {
  readonly rule: string;
  readonly bars: readonly Bar[];
  readonly script: Script;
  readonly warmUp?: number;
  readonly settings?: Partial<BacktestSettings>;
  readonly trades: readonly BacktestTrade[];
  readonly equity?: readonly number[];
  readonly statistics?: Partial<BacktestStatistics>;
}

/** A Monday. */
const FIRST_TIME = Date.UTC(2024, 0, 1);

export const freeOfCost: BacktestSettings = {
  cash: 1_000,
  commission: 0,
  spread: 0,
  fractionalUnit: 1,
  finalizeTrades: false,
};

/** Daily bars, volume 1. */
function dailyBars(bars: readonly Bar[]): BarColumns {
  return toBarColumns(
    bars.map(([open, high, low, close], day) => {
      return { time: FIRST_TIME + day * DAY_MS, open, high, low, close, volume: 1 };
    }),
  );
}

/** A strategy that gives the script's orders at each bar and no others. */
function scriptedStrategy(script: Script, warmUp = 0): Strategy {
  return {
    name: "scripted",
    description: "",
    parameters: {},
    createRule: () =>
      buildRule(
        {},
        {
          warmUp,
          advance() {
            // The script does not depend on prices.
          },
          decide(_bars, bar, orders) {
            script[bar]?.(orders);
          },
        },
      ),
  };
}

const trade = (
  size: number,
  entryBar: number,
  entryPrice: number,
  exitBar: number,
  exitPrice: number,
  pnl = size * (exitPrice - entryPrice),
): BacktestTrade => ({ size, entryBar, exitBar, entryPrice, exitPrice, pnl });

const flat = (price: number): Bar => [price, price, price, price];
const buy = (stop?: number, target?: number) => (orders: Orders) => {
  orders.enter(1, stop, target);
};
const sell = (stop?: number, target?: number) => (orders: Orders) => {
  orders.enter(-1, stop, target);
};
const exit = (orders: Orders) => {
  orders.exit();
};
const dividend = (bar: number, amount: string): BarDividend => ({ bar, amount, exTime: FIRST_TIME + bar * DAY_MS });
const rest = (price: number) => (orders: Orders) => {
  orders.restBuyStop(price);
};

export const ruleCases: readonly RuleCase[] = [
  {
    rule: "a market order and its exit fill at the next open",
    bars: [flat(9), flat(10), [11, 12, 10, 11], flat(13), [14, 15, 14, 15]],
    script: { 1: buy(), 3: exit },
    trades: [trade(90, 2, 11, 4, 14)],
    equity: [1_000, 1_000, 1_000, 1_180, 1_270],
  },
  {
    rule: "the first decision is one bar after the warm-up index, at which buy and hold starts",
    bars: [flat(9), flat(10), flat(10), flat(11), flat(12), flat(13)],
    script: { 2: buy(), 3: buy(), 4: exit },
    warmUp: 2,
    trades: [trade(83, 4, 12, 5, 13)],
    statistics: { buyAndHoldPct: 30, exposurePct: 200 / 6 },
  },
  {
    rule: "commission is paid at entry and exit, and the size leaves room for it",
    bars: [flat(10), flat(10), flat(10), flat(20), flat(20)],
    script: { 1: buy(), 2: exit },
    settings: { commission: 0.01 },
    trades: [trade(99, 2, 10, 3, 20, 990 - 9.9 - 19.8)],
    equity: [1_000, 1_000, 990.1, 1_960.3, 1_960.3],
  },
  {
    rule: "the entry pays the spread, the exit does not",
    bars: [flat(10), flat(10), flat(10), flat(10), flat(10), flat(10)],
    script: { 1: buy(), 2: sell(), 4: exit },
    settings: { spread: 0.1 },
    trades: [trade(90, 2, 11, 3, 10), trade(-101, 3, 9, 5, 10)],
  },
  {
    rule: "sizes are whole numbers or whole multiples of the fractional unit",
    bars: [flat(300), flat(300), flat(300), flat(400)],
    script: { 1: buy(), 2: exit },
    settings: { fractionalUnit: 0.25 },
    trades: [trade(3.25, 2, 300, 3, 400)],
  },
  {
    rule: "zero units are no order",
    bars: [flat(2_000), flat(2_000), flat(2_000), flat(2_100), flat(2_100)],
    script: { 1: buy(), 2: exit },
    trades: [],
    statistics: { trades: 0, winRatePct: null, profitFactor: null, sharpe: null, sortino: null, exposurePct: 0 },
  },
  {
    rule: "a new order closes the position at the same open and is sized afterwards",
    bars: [flat(10), flat(10), flat(10), flat(10), [20, 20, 20, 20], flat(15), flat(15)],
    script: { 1: buy(), 3: sell(), 5: exit },
    trades: [trade(100, 2, 10, 4, 20), trade(-100, 4, 20, 6, 15)],
  },
  {
    rule: "a new order cancels the resting order",
    bars: [flat(10), flat(10), flat(10), flat(30), flat(30)],
    script: {
      1: (orders) => {
        orders.restBuyStop(20);
        orders.enter(-1);
      },
      2: exit,
    },
    trades: [trade(-100, 2, 10, 3, 30)],
  },
  {
    rule: "a reached stop fills at the stop, long",
    bars: [flat(10), flat(10), flat(10), [10, 11, 8, 9], flat(9)],
    script: { 1: buy(9) },
    trades: [trade(100, 2, 10, 3, 9)],
  },
  {
    rule: "a stop behind a gap fills at the open, long",
    bars: [flat(10), flat(10), flat(10), [7, 8, 6, 8], flat(8)],
    script: { 1: buy(9) },
    trades: [trade(100, 2, 10, 3, 7)],
  },
  {
    rule: "a reached stop and a stop behind a gap, short",
    bars: [flat(10), flat(10), flat(10), [10, 12, 9, 10], flat(10), flat(10), [13, 14, 12, 12]],
    script: { 1: sell(11), 4: sell(11) },
    trades: [trade(-100, 2, 10, 3, 11), trade(-90, 5, 10, 6, 13)],
  },
  {
    rule: "a reached target and a target behind a gap, long",
    bars: [flat(10), flat(10), flat(10), [10, 13, 10, 11], flat(10), flat(10), [14, 15, 13, 15]],
    script: { 1: buy(5, 12), 4: buy(5, 12) },
    trades: [trade(100, 2, 10, 3, 12), trade(120, 5, 10, 6, 14)],
  },
  {
    rule: "a reached target and a target behind a gap, short",
    bars: [flat(10), flat(10), flat(10), [10, 10, 7, 9], flat(10), flat(10), [6, 7, 5, 7]],
    script: { 1: sell(15, 8), 4: sell(15, 8) },
    trades: [trade(-100, 2, 10, 3, 8), trade(-120, 5, 10, 6, 6)],
  },
  {
    rule: "the stop wins when a bar reaches stop and target, long",
    bars: [flat(10), flat(10), flat(10), [10, 12, 8, 11], flat(11)],
    script: { 1: buy(9, 11) },
    trades: [trade(100, 2, 10, 3, 9)],
  },
  {
    rule: "the stop wins when a bar reaches stop and target, short",
    bars: [flat(10), flat(10), flat(10), [10, 12, 8, 11], flat(11)],
    script: { 1: sell(11, 9) },
    trades: [trade(-100, 2, 10, 3, 11)],
  },
  {
    rule: "the bracket is live on the entry bar",
    bars: [flat(10), flat(10), [10, 10.5, 8, 10], flat(10), flat(10), [10, 12, 10, 10], flat(10)],
    script: { 1: buy(9, 11), 4: buy(9, 11) },
    trades: [trade(100, 2, 10, 2, 9), trade(90, 5, 10, 5, 11)],
  },
  {
    rule: "a bracket ends with its trade",
    bars: [flat(10), flat(10), flat(10), flat(10), flat(10), [10, 10, 8, 10], flat(10), flat(12)],
    script: { 1: buy(9), 2: buy(), 6: exit },
    trades: [trade(100, 2, 10, 3, 10), trade(100, 3, 10, 7, 12)],
  },
  {
    rule: "an exit at the open fills before the stop of the same bar",
    bars: [flat(10), flat(10), flat(10), [9.5, 10, 8, 9], flat(9)],
    script: { 1: buy(9), 2: exit },
    trades: [trade(100, 2, 10, 3, 9.5)],
  },
  {
    rule: "a resting buy-stop fills at the stop, or at the open when that is above it",
    bars: [flat(10), flat(10), [10, 11, 10, 11], [11, 13, 11, 13], flat(13), flat(20), flat(20), flat(20)],
    script: { 1: rest(12.5), 3: exit, 4: rest(16), 5: exit },
    trades: [trade(80, 3, 12.5, 4, 13), trade(52, 5, 20, 6, 20)],
  },
  {
    rule: "a new resting buy-stop replaces the old one, and NaN removes it",
    bars: [flat(10), flat(10), flat(10), [10, 14, 10, 10], flat(10), flat(30)],
    script: { 1: rest(13), 2: rest(15), 4: rest(NaN) },
    trades: [],
  },
  {
    rule: "a moved stop is live from the next bar, in either direction",
    bars: [flat(10), flat(10), flat(10), [12, 12, 9, 12], [12, 12, 10, 12], flat(10)],
    script: {
      1: buy(8),
      2: (orders) => {
        orders.moveStop(7);
      },
      3: (orders) => {
        orders.moveStop(11);
      },
    },
    trades: [trade(100, 2, 10, 4, 11)],
  },
  {
    rule: "an open position at the end counts in equity but not as a trade",
    bars: [flat(10), flat(10), flat(10), [12, 14, 12, 14]],
    script: { 1: buy() },
    trades: [],
    equity: [1_000, 1_000, 1_000, 1_400],
  },
  {
    rule: "finalizing closes at the last bar's open and fills no order of the last bar",
    bars: [flat(10), flat(10), flat(10), [12, 14, 12, 14]],
    script: { 1: buy(), 3: sell() },
    settings: { finalizeTrades: true },
    trades: [trade(100, 2, 10, 3, 12)],
    equity: [1_000, 1_000, 1_000, 1_200],
  },
  {
    rule: "an account without equity closes its position and stays at 0",
    bars: [flat(10), flat(10), flat(10), flat(21), flat(10), flat(5)],
    script: { 1: sell(), 4: buy() },
    settings: { finalizeTrades: true },
    trades: [trade(-100, 2, 10, 3, 21)],
    equity: [1_000, 1_000, 1_000, 0, 0, 0],
    statistics: { returnPct: -100, maxDrawdownPct: -100 },
  },
  {
    rule: "a dividend is paid to a long, and its stop and target fall by it",
    bars: [flat(10), flat(10), flat(10), [8.5, 8.6, 8, 8.2], [8.2, 10.6, 8.2, 10.5]],
    script: { 1: buy(9, 12) },
    settings: { dividends: [dividend(3, "1.5")] },
    // 100 × 0.5, and 100 × 1.5.
    trades: [trade(100, 2, 10, 4, 10.5, 200)],
    equity: [1_000, 1_000, 1_000, 970, 1_200],
  },
  {
    rule: "a dividend is paid by a short, and not by a trade that opens on the ex-date",
    bars: [flat(10), flat(10), flat(10), flat(8.5), flat(8.5), flat(8.5), flat(8.5)],
    script: { 1: sell(12, 5), 3: buy(), 4: exit },
    settings: { dividends: [dividend(3, "1.5"), dividend(4, "0.5")] },
    trades: [trade(-100, 2, 10, 4, 8.5, 150 - 150 - 50), trade(111, 4, 8.5, 5, 8.5)],
  },
  {
    rule: "a dividend lowers a resting order",
    bars: [flat(10), flat(10), flat(10), [8.5, 10.2, 8.5, 9], flat(9)],
    script: { 1: rest(12), 3: exit },
    settings: { dividends: [dividend(3, "2")] },
    trades: [trade(100, 3, 10, 4, 9)],
  },
  {
    rule: "a bar with two trades counts once as exposure, the profit factor uses returns, and a win is net of commission",
    bars: [flat(10), flat(10), flat(10), flat(11), flat(11), [11, 11, 11, 11], flat(10), flat(10)],
    script: { 1: buy(), 2: buy(), 4: exit, 5: buy(), 6: exit },
    settings: { finalizeTrades: true },
    trades: [trade(100, 2, 10, 3, 11), trade(100, 3, 11, 5, 11), trade(110, 6, 10, 7, 10)],
    statistics: { exposurePct: 75, winRatePct: 100 / 3, profitFactor: null, maxDrawdownPct: 0 },
  },
  {
    rule: "Sharpe and Sortino follow the published formulas, with the sample variance of daily returns",
    bars: [flat(10), flat(10), flat(10), flat(11), [11, 11, 9.9, 9.9]],
    script: { 1: buy() },
    trades: [],
    // Returns 0, 0, 0.1, −0.1: g = 0.99^(1/4) − 1, sample variance 0.02 / 3, mean squared loss 0.01 / 4.
    statistics: computePublishedRatios(0.99 ** 0.25, 0.02 / 3, 0.01 / 4),
  },
];

function computePublishedRatios(growth: number, variance: number, meanSquaredLoss: number) {
  const annual = growth ** 252 - 1;
  return {
    sharpe: annual / Math.sqrt((variance + growth ** 2) ** 252 - growth ** 504),
    sortino: annual / (Math.sqrt(meanSquaredLoss) * Math.sqrt(252)),
  };
}

const TOLERANCE = 1e-9;

/** Lists the differences from the expected result, one line each; empty when the engine keeps the rule. */
export function findRuleDifferences(engine: Engine, ruleCase: RuleCase): string[] {
  const bars = dailyBars(ruleCase.bars);
  const strategy = scriptedStrategy(ruleCase.script, ruleCase.warmUp);
  const result = engine.runBacktest(bars, strategy, {}, { ...freeOfCost, ...ruleCase.settings });
  const statistics = engine.summarizeBacktest(bars, result);
  const expectedTrades = ruleCase.trades.flatMap((each) => Object.values(each) as number[]);
  const trades = result.trades
    .toArray()
    .flatMap((each) => [each.size, each.entryBar, each.exitBar, each.entryPrice, each.exitPrice, each.pnl]);
  const named = Object.entries(ruleCase.statistics ?? {}) as [keyof BacktestStatistics, number | null][];
  return [
    ...(areNear(trades, expectedTrades) ? [] : [`trades ${trades.join(" ")}, expected ${expectedTrades.join(" ")}`]),
    ...(areNear([...result.equity], ruleCase.equity ?? [...result.equity])
      ? []
      : [`equity ${result.equity.join(" ")}`]),
    ...named
      .filter(([name, expected]) => !isNear(statistics[name], expected))
      .map(([name, expected]) => `${name} ${statistics[name]}, expected ${expected}`),
  ];
}

function areNear(actual: readonly number[], expected: readonly number[]): boolean {
  return actual.length === expected.length && actual.every((value, index) => isNear(value, expected[index] ?? NaN));
}

/** Compares a decimal written by hand with a sum of floats. */
export function isNear(actual: number | null, expected: number | null, tolerance = TOLERANCE): boolean {
  if (actual === null || expected === null) return actual === expected;
  return Math.abs(actual - expected) <= tolerance * Math.max(1e-3, Math.abs(expected));
}
