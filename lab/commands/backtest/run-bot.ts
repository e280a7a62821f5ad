import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type BotDefinition, type BotTrack, buildBotConfig, type Interval, playOnce, trackBot } from "@wazi/trading";
import { loadReplayFolder, type LoadedSeries } from "../../../apps/server/src/trader/feeds/replay-feed.ts";
import { findDataPath } from "./read-data.ts";

/** A series that a bot has traded. */
interface TradedSeries {
  readonly symbol: string;
  readonly interval: Interval;
  readonly bars: number;
  /** The times of the first and the last bar, epoch ms. */
  readonly from: number;
  readonly to: number;
}

export interface BotBacktest {
  readonly bot: BotDefinition;
  readonly series: readonly TradedSeries[];
  readonly track: BotTrack;
}

/**
 * Runs a bot of the catalogue over the series of its market in a replay folder, each once, or over one file of such a folder.
 * It is loaded, played and traded as `MARKET_FEED=replay:` does, with the pool's rules and costs, so the trades are the same.
 * @returns an error message when there is nothing to trade
 * @throws StartError for an invalid file
 */
export function runBotBacktest(bot: BotDefinition, dataPath: string): BotBacktest | string {
  const path = findDataPath(dataPath);
  if (path === undefined) return `${dataPath}: file not found`;
  const own = loadSeries(path).filter(({ market }) => market === bot.market);
  if (own.length === 0) return `${dataPath}: no series of the market ${bot.market}, which ${bot.name} trades`;
  const played = own.map(({ symbol, series: { candles, dividends } }) => ({ symbol, candles, dividends }));
  const track = trackBot(buildBotConfig(bot, own), playOnce(played));
  return { bot, series: own.map(describeSeries), track };
}

function loadSeries(path: string): readonly LoadedSeries[] {
  const isFolder = statSync(path).isDirectory();
  const [folder, onlyFile] = isFolder ? [path, undefined] : [dirname(path), basename(path)];
  return loadReplayFolder(folder, "--data", onlyFile).series;
}

function describeSeries({ symbol, interval, series: { candles } }: LoadedSeries): TradedSeries {
  return { symbol, interval, bars: candles.length, from: candles[0]?.time ?? NaN, to: candles.at(-1)?.time ?? NaN };
}
