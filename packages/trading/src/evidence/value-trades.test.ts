import { expect, it } from "vitest";
import { BotRunner } from "../bot/bot-runner.ts";
import { playOnce } from "../bot/play-once.ts";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { portfolioCatalogue } from "../catalogue/portfolio-catalogue.ts";
import { SCALE } from "../pricing/scaled-decimal.ts";
import { makeData } from "./scramble-fixtures.ts";
import { TradeValues } from "./value-trades.ts";

/** Short and long, pairs in dollars and in other currencies, with financing; and funds that are paid in full. */
it.each(["Forex-Titan-06", "Core Basket", "Alpha-Forex-01"])("values the nav of %s as the pool's sum does", (name) => {
  const bot = [...botCatalogue, ...portfolioCatalogue].find((each) => each.name === name)!;
  const { series } = makeData(bot);
  const runner = new BotRunner(buildBotConfig(bot, series));
  const values = new TradeValues(runner);
  let valued = 0;
  const sides = new Set<string>();
  for (const events of playOnce(series.map(({ actions: _, ...each }) => each))) {
    for (const event of events) runner.apply(event);
    expect(values.findNav()).toBeCloseTo(Number(runner.computeMarkedNav()) / Number(SCALE), 9);
    for (const { side } of runner.openTrades) sides.add(side);
    valued += runner.openTrades.length > 0 ? 1 : 0;
  }
  expect(valued).toBeGreaterThan(20);
  expect(sides.size).toBe(name === "Core Basket" ? 1 : 2);
});
