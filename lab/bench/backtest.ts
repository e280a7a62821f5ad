import { HOUR_MS } from "@wazi/contracts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BarColumns,
  createBarColumns,
  parseCandles,
  runBacktest,
  strategies,
  summarizeBacktest,
} from "@wazi/trading";
import { makeWalk } from "./backtesting/mean-reverting-walk.ts";
import { loadPackage } from "./extra/load-package.ts";

interface GrademarkBar {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  crossing: number;
}

/** The parts of the two packages that are used here. Their own types come with them, and they may not be installed. */
interface DataForge {
  DataFrame: new (rows: readonly GrademarkBar[]) => object;
}
interface Rule {
  entryRule: (enter: () => unknown, args: { bar: GrademarkBar }) => void;
  exitRule: (exit: () => unknown, args: { bar: GrademarkBar }) => void;
}
interface Grademark {
  backtest: (strategy: Rule, bars: object) => readonly unknown[];
}

const STRATEGY: Rule = {
  entryRule: (enter, { bar }) => {
    if (bar.crossing > 0) void enter();
  },
  exitRule: (exit, { bar }) => {
    if (bar.crossing < 0) void exit();
  },
};

/** Prepares a run of grademark over bars, which returns the number of trades; undefined when it is not installed. */
async function loadGrademark(): Promise<((bars: readonly GrademarkBar[]) => () => number) | undefined> {
  const forge = (await loadPackage("data-forge")) as DataForge | undefined;
  const grademark = (await loadPackage("grademark")) as Grademark | undefined;
  if (forge === undefined || grademark === undefined) return undefined;
  return (rows) => {
    const bars = new forge.DataFrame(rows);
    return () => grademark.backtest(STRATEGY, bars).length;
  };
}

/**
 * Compares `sma-cross` 10/30 with commission and full trade log to a hand-written loop, and to grademark where that is
 * installed.
 */
const BARS = 1_000_000;
const FAST = 10;
const SLOW = 30;
const COMMISSION = 0.0002;
/** Enough cash to keep trading, whatever the strategy loses. */
const CASH = 1e9;
const ROUNDS = 15;
/** A real series to tile into a million bars, if the shared files are next to the repository. */
const SERIES = join(process.cwd(), "../shared/market-data/EURUSD.csv");

function makeBars(): { bars: BarColumns; source: string } {
  if (!existsSync(SERIES)) return { bars: makeWalk(BARS), source: "seeded random walk" };
  const parsed = parseCandles(readFileSync(SERIES, "utf8"), "EURUSD.csv");
  if (!parsed.ok) throw new Error(parsed.message);
  const { candles } = parsed;
  const bars = createBarColumns(BARS);
  for (let bar = 0; bar < BARS; bar += 1) {
    const candle = candles[bar % candles.length]!;
    bars.time[bar] = bar * HOUR_MS;
    bars.open[bar] = candle.open;
    bars.high[bar] = candle.high;
    bars.low[bar] = candle.low;
    bars.close[bar] = candle.close;
    bars.volume[bar] = candle.volume;
  }
  return { bars, source: `EURUSD.csv, tiled ${Math.ceil(BARS / candles.length)} times` };
}

/** The strategy as one hand-written loop over plain arrays: running sums, crossings, fills, trades and equity. */
function bareLoop({ open, close, length }: BarColumns): { trades: number; finalEquity: number } {
  const equity = new Float64Array(length);
  const log = new Float64Array(6 * 65_536);
  let [trades, cash, size, entryPrice, entryBar, entryFee, ordered] = [0, CASH, 0, 0, 0, 0, 0];
  let [fastSum, slowSum, fastBefore, slowBefore] = [0, 0, NaN, NaN];
  for (let bar = 0; bar < length; bar += 1) {
    const price = close[bar]!;
    fastSum += bar >= FAST ? price - close[bar - FAST]! : price;
    slowSum += bar >= SLOW ? price - close[bar - SLOW]! : price;
    if (ordered !== 0) {
      const fill = open[bar]!;
      if (size !== 0) {
        const gain = size * (fill - entryPrice);
        const fee = Math.abs(size) * fill * COMMISSION;
        cash += gain - fee;
        const start = trades * 6;
        log[start] = size;
        log[start + 1] = entryBar;
        log[start + 2] = bar;
        log[start + 3] = entryPrice;
        log[start + 4] = fill;
        log[start + 5] = gain - fee - entryFee;
        trades += 1;
      }
      size = ordered * Math.floor(cash / (fill + fill * COMMISSION));
      entryPrice = fill;
      entryBar = bar;
      entryFee = Math.abs(size) * fill * COMMISSION;
      cash -= entryFee;
      ordered = 0;
    }
    equity[bar] = cash + size * (price - entryPrice);
    if (bar < SLOW - 1) continue;
    const fast = fastSum / FAST;
    const slow = slowSum / SLOW;
    if (fastBefore < slowBefore && fast > slow) ordered = 1;
    else if (fastBefore > slowBefore && fast < slow) ordered = -1;
    fastBefore = fast;
    slowBefore = slow;
  }
  return { trades, finalEquity: equity[length - 1]! };
}

/** grademark trades long only and without fees. The crossings are computed here, so that only its loop is timed. */
function makeGrademarkBars({ open, high, low, close, time, length }: BarColumns): GrademarkBar[] {
  const rows: GrademarkBar[] = [];
  let [fastSum, slowSum, before] = [0, 0, 0];
  for (let bar = 0; bar < length; bar += 1) {
    fastSum += close[bar]! - (bar >= FAST ? close[bar - FAST]! : 0);
    slowSum += close[bar]! - (bar >= SLOW ? close[bar - SLOW]! : 0);
    const side = bar < SLOW - 1 ? 0 : Math.sign(fastSum / FAST - slowSum / SLOW);
    const crossing = side * before < 0 ? side : 0;
    before = side;
    rows.push({
      time: new Date(time[bar]!),
      open: open[bar]!,
      high: high[bar]!,
      low: low[bar]!,
      close: close[bar]!,
      volume: 0,
      crossing,
    });
  }
  return rows;
}

/** Returns the bars per second of the best round. Other load on the machine can only slow a round down. */
function barsPerSecond(rounds: number, run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
  }
  return (BARS / best) * 1_000;
}

async function main(): Promise<void> {
  const strategy = strategies.find(({ name }) => name === "sma-cross")!;
  const { bars, source } = makeBars();
  const settings = { cash: CASH, commission: COMMISSION, spread: 0, fractionalUnit: 1, finalizeTrades: false };
  const run = () => runBacktest(bars, strategy, { fast: FAST, slow: SLOW }, settings);
  const [mine, bare] = [run(), bareLoop(bars)];
  const floor = barsPerSecond(ROUNDS, () => bareLoop(bars));
  const value = barsPerSecond(ROUNDS, run);
  const withStatistics = barsPerSecond(ROUNDS, () => summarizeBacktest(bars, run()));
  const runGrademark = (await loadGrademark())?.(makeGrademarkBars(bars));
  let grademarkTrades = 0;
  const grademark = runGrademark === undefined ? null : barsPerSecond(3, () => (grademarkTrades = runGrademark()));
  const result = {
    name: "backtest",
    value: Math.round(value),
    unit: "bars/s",
    floor: Math.round(floor),
    ratio: value / floor,
    withStatistics: Math.round(withStatistics),
    ...(grademark === null
      ? { missing: process.env["BENCH_MISSING"] }
      : { grademark: Math.round(grademark), grademarkTrades }),
    bars: BARS,
    source,
    trades: mine.trades.length,
    bareTrades: bare.trades,
  };
  const million = (perSecond: number) => `${(perSecond / 1e6).toFixed(1)} million bars/s`;
  const text =
    `sma-cross ${FAST}/${SLOW} over ${BARS} bars (${source}): ${million(value)}, ${mine.trades.length} trades. ` +
    `Bare loop: ${million(floor)}, ${bare.trades} trades. Ratio ${result.ratio.toFixed(2)}. ` +
    (grademark === null
      ? `grademark was not measured. ${process.env["BENCH_MISSING"] ?? ""}`
      : `grademark (long only, no fees): ${million(grademark)}, ${grademarkTrades} trades.`);
  process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify(result) : text}\n`);
}

await main();
