import { describe, expect, it } from "vitest";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { playOnce } from "../bot/play-once.ts";
import { trackBot } from "../bot/track-bot.ts";
import { intervalMs } from "../candle.ts";
import { buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { channelBot, dividendBot, filterBot, hourlyBots } from "../catalogue/bot-fixtures.ts";
import { toEvidenceDay } from "./evidence-days.ts";
import { trackDays } from "./run-series.ts";

describe("trackDays", () => {
  const cases = [...hourlyBots, filterBot, channelBot, dividendBot].flatMap((bot) =>
    (bot.market === "forex" ? ["X", "USD/JPY"] : ["X"]).map((symbol) => ({ bot, symbol })),
  );

  it.each(cases)("gives the trades and the daily navs of trackBot for $bot.name on $symbol", ({ bot, symbol }) => {
    const start = Date.UTC(2020, 0, 1);
    const candles = randomCandles(bot.name, 1_500).map((each, hour) => {
      return { ...each, time: start + hour * intervalMs["1h"], volume: (hour % 7) + 1 };
    });
    const dividends = [400, 900, 1_400].map((hour) => ({ exTime: start + hour * intervalMs["1h"], amount: "0.05" }));
    const series = { symbol, interval: "1h" as const, candles, dividends };
    const config = buildBotConfig(bot, [{ symbol, interval: "1h" }]);
    const exact = trackBot(config, playOnce([series]));
    const { navs, trades } = trackDays(config, series);
    expect(trades).toEqual(exact.trades);
    const expected = new Map(exact.points.map(({ time, nav }) => [toEvidenceDay(time), nav]));
    expect([...navs.keys()]).toEqual([...expected.keys()]);
    for (const [day, nav] of navs) expect(nav).toBeCloseTo(expected.get(day) ?? NaN, 8);
  });
});
