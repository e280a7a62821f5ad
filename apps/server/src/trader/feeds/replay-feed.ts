import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  isCrossPair,
  loadBars,
  parseActions,
  toActionsFileName,
  toBarEvents,
  createReplaySeries,
  formatReplaySymbol,
  intervalMs,
  parseReplayFileName,
  getReplayBar,
  type BotEvent,
  type CorporateAction,
  type FeedBar,
  type MomentEvent,
} from "@wazi/trading";
import type { BotMarket } from "@wazi/contracts";
import { StartError } from "../../platform/process/start-error.ts";
import type { FeedPrice, FeedSymbol, MarketFeed, Moment } from "./market-feed.ts";
import { countBarsBefore, countReplayMoments, findEnd, type LoadedSeries } from "./replay-moments.ts";

/** After a delay, at most this many bars are played at once. The rest is played later. */
const MAX_BARS_PER_ADVANCE = 500;

/**
 * Loads every series of a folder, in the order of their file names, with its splits and dividends if there is a file of them.
 * It refuses what a backtest refuses: invalid lines, holes and jumps.
 * @param source names the setting or option in messages
 * @param only loads the series of this file name, or of this market
 * @throws StartError when the folder does not exist, has no series, or a file is refused
 */
export function loadReplayFolder(
  folder: string,
  source = "MARKET_FEED",
  only: { file?: string; market?: BotMarket } = {},
): { series: LoadedSeries[]; skipped: string[] } {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    throw new StartError(`${source}: the replay folder ${folder} cannot be read.`);
  }
  const series: LoadedSeries[] = [];
  const skipped: string[] = [];
  const used = new Set<string>();
  let found = 0;
  for (const name of names) {
    const parsed = parseReplayFileName(name);
    if (only.file !== undefined && name !== only.file) continue;
    if (!parsed.ok || !statSync(join(folder, name)).isFile()) {
      skipped.push(name);
      continue;
    }
    const { market, interval } = parsed;
    found += 1;
    if (only.market !== undefined && market !== only.market) continue;
    const symbol = formatReplaySymbol(market, parsed.symbol);
    if (isCrossPair(symbol)) throw new StartError(`${source}: ${name}: ${symbol} is a pair without USD.`);
    const actionsName = toActionsFileName(name);
    const actions = actionsName !== null && names.includes(actionsName) ? readActions(folder, actionsName, source) : [];
    if (actionsName !== null) used.add(actionsName);
    const options = { lenient: false, allowNegative: false, actions };
    const loaded = loadBars(readFileSync(join(folder, name), "utf8"), name, options);
    if (!loaded.ok) throw new StartError(`${source}: ${loaded.message}`);
    series.push({ market, interval, symbol, series: createReplaySeries(loaded.candles, loaded.declared) });
  }
  if (found === 0) {
    throw new StartError(
      `${source}: ${only.file === undefined ? `${folder} has no file` : `${only.file} is not`} named {market}_{SYMBOL}_{1m,1h,1d}.csv.`,
    );
  }
  return { series, skipped: skipped.filter((name) => !used.has(name)) };
}

function readActions(folder: string, name: string, source: string): readonly CorporateAction[] {
  const parsed = parseActions(readFileSync(join(folder, name), "utf8"), name);
  if (!parsed.ok) throw new StartError(`${source}: ${parsed.message}`);
  return parsed.actions;
}

/** Where a replay is. The moment that comes next is number `position - recordStart` of the record. */
export interface ReplayPlace {
  /** Counts all moments ever played, so that the numbers of bars keep rising from one record to the next. */
  position: number;
  /** The number of the record, from 0. Each pass over the files is a record of its own. */
  record: number;
  /** The position at which the record began. */
  recordStart: number;
}

/** Marks a place that counts moments. Earlier versions counted the bars of the longest series. */
const JOINED = "time";

/**
 * The saved place of the replay; the beginning when none was saved. A place of an earlier version, which joined the bars of
 * series by their number, begins a new record: at the same number other bars stand side by side now.
 */
export function restoreReplayPlace(stored: unknown): ReplayPlace {
  const state: Partial<Record<string, unknown>> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const toCount = (value: unknown): number =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
  const [position, record] = [toCount(state["position"]), toCount(state["record"])];
  const recordStart = toCount(state["recordStart"]);
  if (state["joined"] === JOINED && recordStart <= position) return { position, record, recordStart };
  return position > 0
    ? { position, record: record + 1, recordStart: position }
    : { position, record: 0, recordStart: 0 };
}

/** Prices of a replay that has ended arrive again this often, so that deposits and withdrawals go on. */
const REST_MS = 1_000;

/**
 * Plays all series once: the next bars of each market that close at one time, `barsPerSecond` times a second. A series that
 * begins later has no price before its first bar. When a series ends, its bots close their trades in it at its last price.
 * When all have ended, the feed only repeats the last prices; or, with `loops`, a new record begins.
 */
export function createReplayFeed(
  loaded: readonly LoadedSeries[],
  options: { place: ReplayPlace; barsPerSecond: number; loops: boolean; clockMs: () => number },
): MarketFeed {
  const { barsPerSecond, loops, clockMs } = options;
  let { place } = options;
  // The first bar is due at once, because screens are empty without prices.
  let startedMs = clockMs() - 1_000 / barsPerSecond;
  let playedSinceStart = 0;
  let restedMs = -Infinity;
  const length = countReplayMoments(loaded);
  const symbols = loaded.map(({ market, symbol, interval }): FeedSymbol => ({
    market,
    symbol,
    interval,
    feed: "replay",
    hasOwnTime: true,
  }));
  const indexNow = (): number => place.position - place.recordStart;
  const breakAll = (barSequence: number): BotEvent[] =>
    loaded.map(({ symbol }) => ({ type: "series-break", symbol, barSequence }));
  const rest = (): Moment => ({
    prices: loaded.flatMap((each) => listPrices(loaded, each, length)),
    events: [],
    closed: [],
    record: place.record,
    ended: loaded.map(({ symbol }) => symbol),
  });

  /** Plays the next moment. Nothing is joined to a record before: what was open or learned there ends first. */
  const playNext = (): Moment[] => {
    if (indexNow() > length) place = { ...place, record: place.record + 1, recordStart: place.position };
    const { record, position } = place;
    const played = playBars(loaded, { index: indexNow(), place });
    // Prices that start again have not ended.
    const moment = loops ? played : { ...played, ended: listEnded(loaded, indexNow()) };
    const isNewRecord = indexNow() === 0 && record > 0;
    place = { ...place, position: position + 1 };
    return isNewRecord
      ? [{ prices: [], events: breakAll(position), closed: [], record: record - 1 }, moment]
      : [moment];
  };

  return {
    name: "replay",
    symbols,
    barIntervalMs: 1_000 / barsPerSecond,
    forming: () => null,
    advance() {
      const nowMs = clockMs();
      const due = Math.floor(((nowMs - startedMs) / 1_000) * barsPerSecond) - playedSinceStart;
      const count = Math.min(due, MAX_BARS_PER_ADVANCE);
      const moments: Moment[] = [];
      for (let bar = 0; bar < count && (loops || indexNow() <= length); bar += 1) moments.push(...playNext());
      playedSinceStart += Math.max(0, count);
      if (due > count) {
        startedMs = clockMs();
        playedSinceStart = 0;
      }
      if (moments.length > 0 || indexNow() <= length || nowMs < restedMs + REST_MS) return moments;
      restedMs = nowMs;
      return [rest()];
    },
    save: () => ({ ...place, joined: JOINED }),
  };
}

/**
 * The moment of the bars that close together. The bars of a symbol are numbered without gaps, from the start of the record. A
 * series without a bar keeps its last price, and has none before its first bar.
 */
function playBars(
  loaded: readonly LoadedSeries[],
  { index, place: { record, recordStart } }: { index: number; place: ReplayPlace },
): Moment {
  const bars: FeedBar[] = [];
  const ends: BotEvent[] = [];
  for (const each of loaded) {
    const { symbol, series } = each;
    const next = countBarsBefore(loaded, each, index);
    const isClosing = countBarsBefore(loaded, each, index + 1) > next;
    const bar = isClosing ? getReplayBar(series, next) : null;
    if (bar) bars.push({ symbol, barSequence: recordStart + next, ...bar });
    else if (index === findEnd(loaded, each)) {
      ends.push({ type: "series-break", symbol, barSequence: recordStart + next });
    }
  }
  return {
    prices: loaded.flatMap((each) => listPrices(loaded, each, index)),
    events: [...ends, ...toBarEvents(bars), ...endMoments(loaded, bars)],
    closed: [],
    record,
  };
}

/** The end of the moment of each market that has bars: the markets are joined by number, and their bars close at different times. */
function endMoments(loaded: readonly LoadedSeries[], bars: readonly FeedBar[]): MomentEvent[] {
  const times = new Map<BotMarket, number>();
  for (const { symbol, candle } of bars) {
    const series = loaded.find((each) => each.symbol === symbol);
    if (series) times.set(series.market, candle.time + intervalMs[series.interval]);
  }
  return [...times].map(([market, time]) => ({ type: "moment-end", time, market }));
}

const listEnded = (loaded: readonly LoadedSeries[], index: number): string[] =>
  loaded.filter((each) => index >= findEnd(loaded, each)).map(({ symbol }) => symbol);

/** The price of a series at a moment: the close of its last bar until then. None before its first bar. */
function listPrices(loaded: readonly LoadedSeries[], each: LoadedSeries, index: number): FeedPrice[] {
  const { market, symbol, interval, series } = each;
  const { candles } = series;
  const at = countBarsBefore(loaded, each, index + 1) - 1;
  const candle = candles[at];
  if (candle === undefined) return [];
  const dayBars = Math.max(1, Math.round(intervalMs["1d"] / intervalMs[interval]));
  const dayBefore = candles[at - dayBars]?.close ?? null;
  return [{ market, symbol, feed: "replay", price: candle.close, dayBefore, barTime: candle.time }];
}
