import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { barEvents, type TradeClosed } from "../bot/bot-event.ts";
import { createBotState } from "../bot/bot-state.ts";
import { stepBot } from "../bot/step-bot.ts";
import { botCatalogue, catalogueBotConfig, type CatalogueBot } from "../catalogue/bot-catalogue.ts";
import { parseCandles } from "./parse-candles.ts";
import { parseReplayFileName } from "./replay-file-name.ts";

/** Real series that lie beside the repository; where they don't, there is nothing to test. */
const folder = new URL("../../../../../shared/market-data/replay/", import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: no real series under ../shared/market-data/replay");

function loadFolder() {
  return readdirSync(folder).map((fileName) => {
    const name = parseReplayFileName(fileName);
    if (!name.ok) throw new Error(`${fileName}: ${name.reason}`);
    const parsed = parseCandles(readFileSync(new URL(fileName, folder), "utf8"), fileName);
    if (!parsed.ok) throw new Error(parsed.message);
    return { ...name, candles: parsed.candles };
  });
}

/** The bot's closed trades in one pass over each series of its market, one after the other. */
function tradesOf(bot: CatalogueBot, folderSeries: ReturnType<typeof loadFolder>): TradeClosed[] {
  return folderSeries
    .filter(({ market }) => market === bot.market)
    .flatMap(({ symbol, interval, candles }) => {
      const config = catalogueBotConfig(bot, [{ symbol, interval }]);
      const trades: TradeClosed[] = [];
      let state = createBotState(config);
      candles.forEach((candle, barSequence) => {
        for (const event of barEvents([{ symbol, candle, barSequence }])) {
          const stepped = stepBot(config, state, event);
          state = stepped.state;
          for (const effect of stepped.effects) if (effect.type === "trade-closed") trades.push(effect);
        }
      });
      return trades;
    });
}

describe.skipIf(!isThere)("the folder of real series", () => {
  const series = isThere ? loadFolder() : [];

  it("loads whole", () => {
    expect(series).toHaveLength(9);
    expect(series.reduce((count, { candles }) => count + candles.length, 0)).toBe(87_169);
  });

  it.each(botCatalogue)("$name trades on it, for better or worse, and pays for it", (bot) => {
    const trades = tradesOf(bot, series);
    const returnPct = 100 * (trades.reduce((nav, { factor }) => nav * Number(factor), 1) - 1);
    console.info(`${bot.name}: ${trades.length} trades, return ${returnPct.toFixed(2)} %`);
    expect(trades.length).toBeGreaterThanOrEqual(10);
    expect(trades.every(({ factor }) => Number(factor) > 0)).toBe(true);
    expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
  });
});
