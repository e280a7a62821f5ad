import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Market } from "../candle.ts";
import { playOnce } from "../bot/play-once.ts";
import { type BotTrack, trackBot } from "../bot/track-bot.ts";
import { botCatalogue, buildBotConfig, type BotDefinition } from "../catalogue/bot-catalogue.ts";
import { findMissingData } from "../strategies/missing-data.ts";
import { parseCandles } from "./parse-candles.ts";
import { parseReplayFileName } from "./replay-series.ts";

/** Real series beside the repository. Without them, these tests are skipped. */
const folder = new URL("../../../../../shared/market-data/replay/", import.meta.url);
const docs = new URL("../../../../docs/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data/replay");

function loadFolder() {
  return readdirSync(folder).map((fileName) => {
    const name = parseReplayFileName(fileName);
    if (!name.ok) throw new Error(`${fileName}: ${name.reason}`);
    const parsed = parseCandles(readFileSync(new URL(fileName, folder), "utf8"), fileName);
    if (!parsed.ok) throw new Error(parsed.message);
    return { ...name, symbol: toShownSymbol(name.symbol, name.market), candles: parsed.candles };
  });
}

type RealSeries = ReturnType<typeof loadFolder>[number];

/** The symbol as the product shows it and looks up its spread: BTCUSD is BTC/USD. */
function toShownSymbol(symbol: string, market: Market): string {
  return market === "forex" || market === "crypto" ? `${symbol.slice(0, 3)}/${symbol.slice(3)}` : symbol;
}

const tracks = new Map<string, BotTrack>();

/** Runs the bot on several series at once as a replay does, each series once. A track that two tests read is computed once. */
function trackOnce(bot: BotDefinition, own: readonly RealSeries[]): BotTrack {
  const key = [bot.name, ...own.map(({ symbol, interval }) => `${symbol} ${interval}`)].join();
  const track = tracks.get(key) ?? trackBot(buildBotConfig(bot, own), playOnce(own));
  tracks.set(key, track);
  return track;
}

/** A row of docs/reference/figures/bots-on-real-series.csv: the bot on these series. */
function tableRow(bot: BotDefinition, own: readonly RealSeries[], track: BotTrack): string {
  const { trades, winRatePct, returnPct, maxDrawdownPct, profitFactor } = track;
  const names = own.map(({ symbol, interval }) => `${symbol} ${interval}`).join(" + ");
  const figures = [trades.length, winRatePct?.toFixed(1) ?? "", returnPct.toFixed(2), maxDrawdownPct.toFixed(2)];
  return [bot.name, names, ...figures, profitFactor?.toFixed(2) ?? ""].join(",");
}

describe.skipIf(!isThere)("real series of the replay folder", () => {
  const series = isThere ? loadFolder() : [];
  const seriesOf = ({ market, series: names, strategy }: BotDefinition) =>
    series.filter((each) => {
      const isOwn = each.market === market && (names === undefined || names.includes(each.symbol));
      return isOwn && findMissingData(strategy, each) === null;
    });
  // The folder has two shares and no broad fund.
  const bots = botCatalogue.filter((bot) => seriesOf(bot).length > 0);

  it("load completely", () => {
    expect(series).toHaveLength(9);
    expect(series.reduce((count, { candles }) => count + candles.length, 0)).toBe(87_169);
  });

  it("have the data of all bots but those of a fund of shares", () => {
    const lacking = botCatalogue.filter((bot) => !bots.includes(bot));
    expect(lacking.map(({ name }) => name)).toEqual(["Stock-Titan-05", "Stock-Dividend-08"]);
  });

  it.each(bots)("let $name trade on each of its series at a cost", (bot) => {
    const { trades } = trackOnce(bot, seriesOf(bot));
    expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(new Set(seriesOf(bot).map(({ symbol }) => symbol)));
    expect(trades.length).toBeGreaterThanOrEqual(bot.decides === "month-end" ? 4 : 10);
    expect(trades.every(({ factor }) => Number(factor) > 0)).toBe(true);
    expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(bot.isPaidInFull ? ["buy"] : ["buy", "sell"]));
  });

  it("give the results of docs/reference/figures, losses included", () => {
    const rows = bots.flatMap((bot) => {
      const own = seriesOf(bot);
      const sets = own.length > 1 ? [own, ...own.map((alone) => [alone])] : [own];
      return sets.map((set) => tableRow(bot, set, trackOnce(bot, set)));
    });
    console.info(rows.join("\n"));
    const table = readFileSync(new URL("reference/figures/bots-on-real-series.csv", docs), "utf8");
    const heading = "bot,series,trades,winning %,return %,deepest fall %,profit factor";
    expect(table.trimEnd().split("\n")).toEqual([heading, ...rows]);
  });

  it("give the returns of docs/explanation/strategies.md", () => {
    const text = readFileSync(new URL("explanation/strategies.md", docs), "utf8");
    const [, chapter = ""] = text.split("\n## What each bot earned and lost\n");
    for (const bot of bots) {
      const { returnPct } = trackOnce(bot, seriesOf(bot));
      expect(chapter.replace(/\s+/g, " ")).toContain(`${bot.name} ${returnPct.toFixed(2).replace("-", "−")} %`);
    }
  });
});
