import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  adjustForActions,
  parseActions,
  toActionsFileName,
  toBarEvents,
  createReplaySeries,
  formatReplaySymbol,
  intervalMs,
  parseCandles,
  parseReplayFileName,
  getReplayBar,
  type BotEvent,
  type CorporateAction,
  type FeedBar,
  type Interval,
  type ReplaySeries,
} from "@wazi/trading";
import type { Market } from "@wazi/contracts";
import { StartError } from "../../process/start-error.ts";
import type { FeedPrice, FeedSymbol, MarketFeed, Moment } from "./market-feed.ts";

/** After a delay, at most this many bars are played at once. The rest is played later. */
const MAX_BARS_PER_ADVANCE = 500;

export interface LoadedSeries {
  market: Market;
  symbol: string;
  interval: Interval;
  series: ReplaySeries;
}

/**
 * Loads every series of a folder, in the order of their file names, with its splits and dividends if there is a file of them.
 * @param source names the setting or option in messages
 * @param onlyFile loads only the series of this file name
 * @throws StartError when the folder does not exist, has no series, or a file has invalid rows
 */
export function loadReplayFolder(
  folder: string,
  source = "MARKET_FEED",
  onlyFile?: string,
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
  for (const name of names) {
    const parsed = parseReplayFileName(name);
    if (onlyFile !== undefined && name !== onlyFile) continue;
    if (!parsed.ok || !statSync(join(folder, name)).isFile()) {
      skipped.push(name);
      continue;
    }
    const loaded = parseCandles(readFileSync(join(folder, name), "utf8"), name);
    if (!loaded.ok) throw new StartError(`${source}: ${loaded.message}`);
    const { market, interval } = parsed;
    const actionsName = toActionsFileName(market, parsed.symbol);
    const actions = names.includes(actionsName) ? readActions(folder, actionsName, source) : [];
    used.add(actionsName);
    const adjusted = adjustForActions(loaded.candles, actions);
    if (!adjusted.ok) throw new StartError(`${source}: ${actionsName}: ${adjusted.reason}.`);
    series.push({
      market,
      interval,
      symbol: formatReplaySymbol(market, parsed.symbol),
      series: createReplaySeries(adjusted.candles, adjusted.dividends),
    });
  }
  if (series.length === 0) {
    throw new StartError(
      `${source}: ${onlyFile === undefined ? `${folder} has no file` : `${onlyFile} is not`} named {market}_{SYMBOL}_{1m,1h,1d}.csv.`,
    );
  }
  return { series, skipped: skipped.filter((name) => !used.has(name)) };
}

function readActions(folder: string, name: string, source: string): readonly CorporateAction[] {
  const parsed = parseActions(readFileSync(join(folder, name), "utf8"), name);
  if (!parsed.ok) throw new StartError(`${source}: ${parsed.message}`);
  return parsed.actions;
}

/** The saved position of the replay; 0 when none was saved. */
export function restoreReplayPosition(stored: unknown): number {
  const position = typeof stored === "object" && stored !== null && "position" in stored ? stored.position : 0;
  return typeof position === "number" && Number.isSafeInteger(position) && position >= 0 ? position : 0;
}

/** Plays all series at the same pace: one bar of each at a time, `barsPerSecond` times a second. */
export function createReplayFeed(
  loaded: readonly LoadedSeries[],
  options: { position: number; barsPerSecond: number; clockMs: () => number },
): MarketFeed {
  const { barsPerSecond, clockMs } = options;
  let { position } = options;
  // The first bar is due at once, because screens are empty without prices.
  let startedMs = clockMs() - 1_000 / barsPerSecond;
  let playedSinceStart = 0;
  const symbols = loaded.map(({ market, symbol, interval }): FeedSymbol => ({
    market,
    symbol,
    interval,
    feed: "replay",
    hasOwnTime: true,
  }));

  const priceOf = ({ market, symbol, interval, series }: LoadedSeries, barSequence: number): FeedPrice => {
    const { candle } = getReplayBar(series, barSequence);
    const dayBars = Math.max(1, Math.round(intervalMs["1d"] / intervalMs[interval]));
    const before = barSequence >= dayBars ? getReplayBar(series, barSequence - dayBars).candle.close : null;
    return { market, symbol, feed: "replay", price: candle.close, dayBefore: before, barTime: candle.time };
  };

  const play = (barSequence: number): Moment => {
    const bars: FeedBar[] = [];
    const breaks: BotEvent[] = [];
    for (const { symbol, series } of loaded) {
      const bar = getReplayBar(series, barSequence);
      if (!bar.isJoined && barSequence > 0) breaks.push({ type: "series-break", symbol });
      const { candle, dividends, nextDividend } = bar;
      bars.push({ symbol, candle, barSequence, dividends, nextDividend });
    }
    return {
      prices: loaded.map((each) => priceOf(each, barSequence)),
      events: [...breaks, ...toBarEvents(bars)],
      closed: [],
    };
  };

  return {
    name: "replay",
    symbols,
    barIntervalMs: 1_000 / barsPerSecond,
    forming: () => null,
    advance() {
      const due = Math.floor(((clockMs() - startedMs) / 1_000) * barsPerSecond) - playedSinceStart;
      const count = Math.min(due, MAX_BARS_PER_ADVANCE);
      const moments: Moment[] = [];
      for (let bar = 0; bar < count; bar += 1) {
        moments.push(play(position));
        position += 1;
      }
      playedSinceStart += Math.max(0, count);
      if (due > count) {
        startedMs = clockMs();
        playedSinceStart = 0;
      }
      return moments;
    },
    save: () => ({ position }),
  };
}
