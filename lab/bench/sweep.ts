import { availableParallelism } from "node:os";
import {
  gridParameters,
  parseParameterGrid,
  SeriesSweep,
  strategies,
  sweepFigures,
  type BarColumns,
} from "@wazi/trading";
import { makeWalk } from "./backtesting/mean-reverting-walk.ts";

/** Compares a sweep of `sma-cross` (all figures of each set) with a hand-written loop for the same sets, on one core. */
const BARS = 100_000;
const GRID = "fast=5:50:5,slow=20:200:20";
const COMMISSION = 0.0002;
/** Enough cash to keep trading, whatever the strategy loses. */
const CASH = 1e9;
const ROUNDS = 15;
const STRATEGY = "sma-cross";

/** One set as one hand-written loop over typed arrays: running sums, crossings, fills, equity, and return and deepest fall. */
function bareLoop({ open, close, length }: BarColumns, fast: number, slow: number, equity: Float64Array): number {
  let [trades, cash, size, entryPrice, ordered] = [0, CASH, 0, 0, 0];
  let [fastSum, slowSum, fastBefore, slowBefore] = [0, 0, NaN, NaN];
  const warmUp = Math.max(fast, slow) - 1;
  for (let bar = 0; bar < length; bar += 1) {
    const price = close[bar]!;
    fastSum += bar >= fast ? price - close[bar - fast]! : price;
    slowSum += bar >= slow ? price - close[bar - slow]! : price;
    if (ordered !== 0) {
      const fill = open[bar]!;
      if (size !== 0) {
        cash += size * (fill - entryPrice) - Math.abs(size) * fill * COMMISSION;
        trades += 1;
      }
      size = ordered * Math.floor(cash / (fill + fill * COMMISSION));
      entryPrice = fill;
      cash -= Math.abs(size) * fill * COMMISSION;
      ordered = 0;
    }
    equity[bar] = cash + size * (price - entryPrice);
    if (bar < warmUp) continue;
    const [fastMean, slowMean] = [fastSum / fast, slowSum / slow];
    if (fastBefore < slowBefore && fastMean > slowMean) ordered = 1;
    else if (fastBefore > slowBefore && fastMean < slowMean) ordered = -1;
    fastBefore = fastMean;
    slowBefore = slowMean;
  }
  return trades;
}

/** Runs each set in turn and remembers its best time, because other load on the machine can only slow a run down. */
function measureSets(bestMs: Float64Array, run: (set: number) => void): void {
  for (let set = 0; set < bestMs.length; set += 1) {
    const started = performance.now();
    run(set);
    bestMs[set] = Math.min(bestMs[set] ?? Infinity, performance.now() - started);
  }
}

const sum = (values: Float64Array): number => values.reduce((total, each) => total + each, 0);

function main(): void {
  const strategy = strategies.find(({ name }) => name === STRATEGY)!;
  const grid = parseParameterGrid(GRID, strategy);
  const settings = { cash: CASH, commission: COMMISSION, spread: 0, fractionalUnit: 1, finalizeTrades: false };
  const bars = makeWalk(BARS);
  const plan = { strategy, grid, parameters: {}, settings };
  let sweep = new SeriesSweep(plan, bars);
  const cells = new Float64Array(sweepFigures.length * grid.sets);
  const equity = new Float64Array(BARS);
  const sets = Array.from({ length: grid.sets }, (_, set) => gridParameters(grid, set));
  const [engineSets, bareSets, bareTrades] = [0, 1, 2].map(() => new Float64Array(grid.sets).fill(Infinity)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    measureSets(engineSets, (set) => {
      // The values that the sets share count as work of the set that needs them first, in every round.
      if (set === 0) sweep = new SeriesSweep(plan, bars);
      sweep.writeFigures(set, cells, set * sweepFigures.length);
    });
    measureSets(bareSets, (set) => {
      const { fast = 0, slow = 0 } = sets[set] ?? {};
      bareTrades[set] = bareLoop(bars, fast, slow, equity);
    });
  }
  const [engineMs, bareMs] = [sum(engineSets), sum(bareSets)];
  const perSecond = (ms: number) => Math.round((BARS * grid.sets * 1_000) / ms);
  const place = sweepFigures.indexOf("trades");
  const trades = sets.reduce((total, _, set) => total + (cells[set * sweepFigures.length + place] ?? 0), 0);
  const result = {
    name: "sweep",
    value: perSecond(engineMs),
    unit: "bars x sets/s per core",
    floor: perSecond(bareMs),
    ratio: bareMs / engineMs,
    bars: BARS,
    sets: grid.sets,
    trades,
    bareTrades: sum(bareTrades),
    cores: availableParallelism(),
  };
  const million = (count: number) => `${(count / 1e6).toFixed(1)} million`;
  const text =
    `${STRATEGY} ${GRID}: ${grid.sets} sets over ${BARS} bars with all figures: ${million(result.value)} bars x sets/s on one ` +
    `core, ${trades} trades. Bare loop without figures: ${million(result.floor)}, ${result.bareTrades} trades. Ratio ${result.ratio.toFixed(2)}.`;
  process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify(result) : text}\n`);
}

main();
