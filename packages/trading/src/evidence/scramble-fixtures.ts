import { DAY_MS, HOUR_MS } from "@wazi/domain";
import type { BotEffect } from "../bot/bot-event.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import type { BotState } from "../bot/bot-state.ts";
import { playOnce } from "../bot/play-once.ts";
import { type Candle, type Interval, intervalMs, type Market } from "../candle.ts";
import { type BotDefinition, buildBotConfig, type PortfolioDefinition } from "../catalogue/bot-catalogue.ts";
import { adjustForActions, type CorporateAction } from "../costs/corporate-actions.ts";
import { startOfMonth, toMonth } from "../months.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import { nextBellShaped, nextUniform, type RandomState, seedRandom } from "../simulation/seeded-random.ts";
import { findBillReturnIn, type MonthlyRate } from "./evidence-days.ts";

/** Fixtures for the scramble tests: what a bot could know at a moment, with one future and with another. */

export type AnyBot = BotDefinition | PortfolioDefinition;

/** Prices as they were paid, with the splits and dividends of the whole series. */
export interface RawSeries {
  readonly symbol: string;
  readonly market: Market;
  readonly interval: Interval;
  readonly candles: readonly Candle[];
  readonly actions: readonly CorporateAction[];
}

/** All data that a bot's run depends on. */
export interface MarketData {
  readonly series: readonly RawSeries[];
  readonly rates: readonly MonthlyRate[];
}

/** The fills of a bot up to a moment, and all that it knew then. */
interface Past {
  readonly fills: readonly BotEffect[];
  readonly state: BotState;
}

/** Runs a bot as the evidence does, and returns its past at each of these times (epoch ms, in order). */
export function listPasts(bot: AnyBot, { series, rates }: MarketData, times: readonly number[]): readonly Past[] {
  const played = series.map(({ candles, actions, ...each }) => {
    const adjusted = adjustForActions(candles, actions);
    if (!adjusted.ok) throw new Error(adjusted.reason);
    return { ...each, candles: adjusted.candles, dividends: adjusted.dividends };
  });
  const runner = new BotRunner(buildBotConfig(bot, played, findBillReturnIn(rates)));
  const fills: BotEffect[] = [];
  const pasts: Past[] = [];
  const end = times.at(-1) ?? -Infinity;
  for (const events of playOnce(played)) {
    const time = events.reduce((latest, event) => (event.type === "moment-end" ? event.time : latest), -Infinity);
    while (time > (times[pasts.length] ?? Infinity)) pasts.push({ fills: [...fills], state: runner.save() });
    if (time > end) break;
    for (const event of events) fills.push(...runner.apply(event));
  }
  return pasts;
}

interface Scramble {
  /** Splits each share into two with its first bar after the moment. */
  readonly isSplit?: boolean;
}

/**
 * The same data up to a moment (epoch ms), and noise after it: other prices, on fewer bars, other dividends and other rates. The
 * rate of the moment's own month is noise too, because it is the mean of all its days.
 */
export function scrambleAfter({ series, rates }: MarketData, time: number, options: Scramble = {}): MarketData {
  const random = seedRandom(`noise after ${time}`, "scramble");
  const firstNoise = startOfMonth(toMonth(time - 1)) / DAY_MS;
  return {
    series: series.map((each) => scrambleSeries(each, time, random, options)),
    rates: rates.map((rate) => (rate.day >= firstNoise ? { ...rate, ratePct: 12 * nextUniform(random) } : rate)),
  };
}

/** By how much the splits of a scramble divide the prices before it. */
export const SPLIT_RATIO = 2;
/** One of so many bars of the noise is left out. */
const LEFT_OUT = 7;

function scrambleSeries(
  series: RawSeries,
  time: number,
  random: RandomState,
  { isSplit = false }: Scramble,
): RawSeries {
  const { candles, interval, actions } = series;
  const closesAt = (candle: Candle): number => candle.time + intervalMs[interval];
  const known = candles.filter((candle) => closesAt(candle) <= time);
  const future = candles.filter((candle, bar) => closesAt(candle) > time && bar % LEFT_OUT !== 0);
  const [last, next] = [known.at(-1), future[0]];
  if (next === undefined) return series;
  const start = (last ?? next).close;
  const noise = walk(random, {
    times: future.map((each) => each.time),
    price: isSplit ? start / SPLIT_RATIO : start,
    move: 0.03,
  });
  const latest = last?.time ?? -Infinity;
  const kept = actions.filter(({ exTime }) => exTime <= latest);
  const split: CorporateAction[] = isSplit ? [{ kind: "split", exTime: next.time, ratio: `${SPLIT_RATIO}` }] : [];
  const paid = noise
    .filter((_, bar) => bar % 50 === 20)
    .map((candle): CorporateAction => {
      return { kind: "dividend", exTime: candle.time, amount: (candle.open * 0.02).toFixed(4) };
    });
  return { ...series, candles: [...known, ...noise], actions: [...kept, ...split, ...paid] };
}

/** Bars of a random walk, with prices of four places, and volume. */
function walk(
  random: RandomState,
  { times, price, move }: { readonly times: readonly number[]; readonly price: number; readonly move: number },
): Candle[] {
  let close = price;
  const round = (value: number): number => roundPrice(Number(value.toFixed(4)));
  return times.map((time) => {
    const open = round(close);
    close = Math.max(0.01, round(close * (1 + move * nextBellShaped(random))));
    const high = round(Math.max(open, close) * (1 + move * nextUniform(random)));
    const low = round(Math.min(open, close) * (1 - (move / 2) * nextUniform(random)));
    return { time, open, high, low, close, volume: 1 + Math.floor(9 * nextUniform(random)) };
  });
}

const START = Date.UTC(2001, 0, 1);
const HOURS = 1_600;
const DAYS = 1_700;

/** Made bars of all symbols of a bot, on the bars on which it decides, with dividends of shares and rates of each month. */
export function makeData({ series: names, symbols, market, decides }: AnyBot): MarketData {
  const isHourly = decides === "each-hour";
  const times = Array.from({ length: isHourly ? HOURS : DAYS }, (_, bar) => {
    return START + bar * (isHourly ? HOUR_MS : DAY_MS);
  }).filter((time) => isHourly || ![0, 6].includes(new Date(time).getUTCDay()));
  const series = (names ?? symbols).map((symbol): RawSeries => {
    const random = seedRandom(symbol, "scramble");
    const candles = walk(random, { times, price: 90 + 20 * nextUniform(random), move: isHourly ? 0.008 : 0.012 });
    const paysDividends = ["stocks", "indices", "portfolio"].includes(market);
    const paid = candles.filter((_, bar) => bar % 63 === 62);
    const actions = paid.map(({ time, open }): CorporateAction => {
      return { kind: "dividend", exTime: time, amount: (open * 0.005).toFixed(4) };
    });
    return { symbol, market, interval: isHourly ? "1h" : "1d", candles, actions: paysDividends ? actions : [] };
  });
  const random = seedRandom("rates", "scramble");
  const rates = Array.from({ length: 120 }, (_, month) => {
    return { day: startOfMonth(toMonth(START) - 12 + month) / DAY_MS, ratePct: 6 * nextUniform(random) };
  });
  return { series, rates };
}

/** Moments within the data: the last close of the month after 70 % of all, at which bots decide, and one after 95 %. */
export function chooseMoments({ series }: MarketData): readonly number[] {
  const closes = series.flatMap(({ candles, interval }) => candles.map(({ time }) => time + intervalMs[interval]));
  const times = [...new Set(closes)].sort((one, other) => one - other);
  const pick = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
  const early = pick(0.7);
  const monthEnd = times.findLast((time) => toMonth(time - 1) === toMonth(early - 1)) ?? early;
  return [monthEnd, pick(0.95)].sort((one, other) => one - other);
}

/** Fills without the scale of their prices: a split after them divides all prices by its ratio. */
export function describeFills({ fills }: Past, ratio: number): readonly string[] {
  return fills.map((fill) => {
    const { type, symbol, side, barSequence, midPrice, exposure } = fill;
    const price = (midPrice * ratio).toPrecision(9);
    const result = fill.type === "trade-closed" ? Number(fill.factor).toFixed(8) : "";
    return [type, symbol, side, barSequence, price, exposure, result].join(" ");
  });
}

const MONTH_ROW = /^(\d{4})-(\d\d)-01,(.*)$/;

/** A monthly file with noise in all cells of the months after `month` (since year 0). */
export function scrambleMonths(text: string, month: number): string {
  const random = seedRandom(`noise after ${month}`, "months");
  const rows = text.split("\n").map((row) => {
    const [, year = "", number = "", cells = ""] = MONTH_ROW.exec(row) ?? [];
    if (year === "" || Number(year) * 12 + Number(number) - 1 <= month) return row;
    const noise = cells
      .split(",")
      .map((cell) => (cell === "" ? "" : (Number(cell) * (0.5 + nextUniform(random))).toFixed(4)));
    return [`${year}-${number}-01`, ...noise].join(",");
  });
  return rows.join("\n");
}
