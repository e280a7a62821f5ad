import { DAY_MS } from "@wazi/contracts";
import {
  botCatalogue,
  type BotDefinition,
  buildBotConfig,
  type Candle,
  type PlayedSeries,
  trackWhole,
} from "@wazi/trading";

/**
 * A portfolio of 30 daily series over 20 years through the portfolio core, as the evidence runs it: every bar, a decision on all
 * weights each month, all fills with their costs, and the nav of each day.
 */
const SERIES = 30;
const YEARS = 20;
const ROUNDS = 15;
const START = Date.UTC(2000, 0, 3);
const [SUNDAY, SATURDAY] = [0, 6];

/** Daily bars of a walk on working days, with a small linear congruential generator. */
function makeSeries(place: number): PlayedSeries {
  const candles: Candle[] = [];
  let seed = place + 1;
  let close = 50 + place;
  for (let day = 0; day < YEARS * 365; day += 1) {
    const time = START + day * DAY_MS;
    const weekday = new Date(time).getUTCDay();
    if (weekday === SUNDAY || weekday === SATURDAY) continue;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const open = close;
    close = Number((open * (1.0002 + (seed / 2 ** 32 - 0.5) * 0.03)).toFixed(4));
    candles.push({ time, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1 });
  }
  return { symbol: `FUND${place}`, interval: "1d", candles };
}

/** The fastest of several rounds in milliseconds. Other load on the machine can only slow a round down. */
function measureMs(run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

function main(): void {
  const bot = botCatalogue.find(({ name }) => name === "Stock-Titan-05") as BotDefinition;
  const series = Array.from({ length: SERIES }, (_, place) => makeSeries(place));
  const config = buildBotConfig(bot, series);
  const { trades, navs } = trackWhole(config, series);
  const bars = series.reduce((sum, { candles }) => sum + candles.length, 0);
  const value = measureMs(() => trackWhole(config, series));
  // The floor touches every bar once: each series held, valued each day.
  const floor = measureMs(() => holdAll(series));
  const result = {
    name: "portfolio",
    value: Number(value.toFixed(1)),
    unit: "ms",
    floor: Number(floor.toFixed(2)),
    ratio: value / floor,
    bars,
    days: navs.size,
    trades: trades.length,
  };
  const text =
    `${SERIES} daily series over ${YEARS} years (${bars} bars, ${trades.length} closed trades): ${value.toFixed(1)} ms, ` +
    `${(value / floor).toFixed(0)} times as long as holding them without a core.`;
  process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify(result) : text}\n`);
}

/** The nav of each day of equal parts that are held, as one loop over the bars. */
function holdAll(series: readonly PlayedSeries[]): Float64Array {
  const navs = new Float64Array(series[0]?.candles.length ?? 0);
  for (const { candles } of series) {
    const first = candles[0]?.open ?? NaN;
    candles.forEach(({ close }, day) => {
      navs[day] = (navs[day] as number) + close / first / series.length;
    });
  }
  return navs;
}

main();
