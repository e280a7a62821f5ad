import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { intervalMs } from "../candle.ts";
import { toScaled } from "../pricing/scaled-decimal.ts";
import type { BotConfig } from "./bot-config.ts";
import { toBarEvents, type BotEvent } from "./bot-event.ts";
import { randomCandles, runBot } from "./bot-fixtures.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { strategies } from "../strategies/strategy-list.ts";

const BARS = 260;

/** Each strategy on three symbols with daily bars, because the random candles have their volatility; a market without closing hours. */
const configs: readonly BotConfig[] = strategies.map((strategy) => {
  const bot = botCatalogue.find((each) => each.market === "crypto")!;
  const symbols = ["A", "B", "C"].map((symbol) => ({ symbol, interval: "1d" as const }));
  return buildBotConfig({ ...bot, strategy: { ...strategy, family: "" }, parameters: {} }, symbols);
});

/** The events of all symbols in order of time. */
function makeEvents(seed: number): BotEvent[] {
  const series = ["A", "B", "C"].map((symbol) => ({ symbol, candles: randomCandles(`${seed}${symbol}`, BARS) }));
  return Array.from({ length: BARS }, (_, index) => {
    return toBarEvents(series.map(({ symbol, candles }) => ({ symbol, candle: candles[index]!, barSequence: index })));
  }).flat();
}

const EVENTS_PER_MOMENT = 6;
const config = fc.constantFrom(...configs);
const seed = fc.integer({ min: 0, max: 1_000_000 });
const few = { numRuns: 25 };

describe("stepBot with random candles", () => {
  it("gives the same effects when its state is stored and restored at any point", () => {
    fc.assert(
      fc.property(
        config,
        seed,
        fc.array(fc.nat(BARS * EVENTS_PER_MOMENT), { maxLength: 40 }),
        (bot, number, places) => {
          const events = makeEvents(number);
          const stored = new Set(places);
          const resumed = runBot(bot, events, (state, index) => {
            if (!stored.has(index)) return state;
            const restored = restoreBotState(bot, JSON.parse(JSON.stringify(state)));
            if (!restored.ok) throw new Error(restored.reason);
            return restored.state;
          });
          expect(resumed).toEqual(runBot(bot, events));
        },
      ),
      few,
    );
  });

  it("does not look ahead: later candles do not change earlier effects", () => {
    fc.assert(
      fc.property(config, seed, seed, fc.nat(BARS), (bot, number, other, bar) => {
        const cut = bar * EVENTS_PER_MOMENT;
        const past = makeEvents(number).slice(0, cut);
        const changed = [...past, ...makeEvents(other + 1).slice(cut)];
        const before = runBot(bot, past).effects;
        expect(runBot(bot, changed).effects.slice(0, before.length)).toEqual(before);
      }),
      few,
    );
  });

  it("gives the same effects with and without open events, on one symbol", () => {
    fc.assert(
      fc.property(config, seed, (bot, number) => {
        const alone = { ...bot, instruments: bot.instruments.slice(0, 1) };
        const told = makeEvents(number).filter(({ symbol }) => symbol === "A");
        const untold = told.filter(({ type }) => type === "candle");
        expect(runBot(alone, told)).toEqual(runBot(alone, untold));
      }),
      few,
    );
  });

  it("opens and closes in turn, one bar after the decision, worse than the mid price and within its exposure", () => {
    let trades = 0;
    fc.assert(
      fc.property(config, seed, (bot, number) => {
        const { effects } = runBot(bot, makeEvents(number));
        effects.forEach((effect, index) => {
          expect(effect.type).toBe(index % 2 === 0 ? "trade-opened" : "trade-closed");
          if (effect.type === "trade-closed") return;
          trades += 1;
          expect(effect.barTime).toBeGreaterThanOrEqual(effect.decidedBarTime + intervalMs["1m"]);
          expect(Number(effect.exposure)).toBeLessThanOrEqual(bot.maximumExposure);
          const paid = toScaled(effect.entryPrice) - toScaled(effect.midPrice);
          expect(effect.side === "buy" ? paid > 0n : paid < 0n).toBe(true);
        });
      }),
      few,
    );
    expect(trades).toBeGreaterThan(100);
  });
});
