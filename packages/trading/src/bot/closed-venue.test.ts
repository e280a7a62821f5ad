import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import type { Calendar } from "../costs/sessions.ts";
import { toBarEvents, type BotEffect, type BotEvent } from "./bot-event.ts";
import type { BotConfig } from "./bot-config.ts";
import { runBot, scriptedBot } from "./bot-fixtures.ts";

const MINUTE = 60_000;
/** Before the close of Friday, and the open of Sunday, in winter. */
const FRIDAY = Date.parse("2026-01-16T21:57Z");
const SUNDAY = Date.parse("2026-01-18T22:00Z");

type Script = Parameters<typeof scriptedBot>[0];

function venueBot(script: Script, calendar?: Calendar): BotConfig {
  const config = scriptedBot(script);
  const instruments = config.instruments.map((each) => (calendar === undefined ? each : { ...each, calendar }));
  return { ...config, instruments };
}

const flat = (time: number, price: number, low = price): Candle => {
  return { time, open: price, high: price, low, close: price, volume: 0 };
};

/** Three bars before the close, a stray one on Saturday, and two after the open. */
const bars: readonly Candle[] = [
  flat(FRIDAY, 100),
  flat(FRIDAY + MINUTE, 100),
  flat(FRIDAY + 2 * MINUTE, 100),
  flat(FRIDAY + 720 * MINUTE, 50),
  flat(SUNDAY, 90),
  flat(SUNDAY + MINUTE, 91),
];
const events = (candles: readonly Candle[]): BotEvent[] =>
  candles.flatMap((candle, barSequence) => [...toBarEvents([{ symbol: "A", candle, barSequence }])]);

const run = (script: Script, calendar?: Calendar): readonly BotEffect[] =>
  runBot(venueBot(script, calendar), events(bars)).effects;

describe("while the venue is closed", () => {
  it("an entry waits for the open and fills at its price, with the gap", () => {
    const script: Script = { 2: { kind: "enter", side: "buy", stopPrice: 60 } };
    expect(run(script, "forex")).toMatchObject([
      { type: "trade-opened", midPrice: 90, barTime: SUNDAY, barSequence: 4 },
    ]);
    // A market that never closes fills it at once.
    expect(run(script)[0]).toMatchObject({ type: "trade-opened", midPrice: 50, barSequence: 3 });
  });

  it("a stop waits too, and closes at the open beyond its level", () => {
    const script: Script = { 0: { kind: "enter", side: "buy", stopPrice: 95 } };
    expect(run(script, "forex")).toMatchObject([
      { type: "trade-opened", midPrice: 100 },
      { type: "trade-closed", reason: "stop", midPrice: 90, barTime: SUNDAY },
    ]);
    expect(run(script)[1]).toMatchObject({ reason: "stop", midPrice: 50 });
  });

  it("an order to close waits too", () => {
    const script: Script = { 0: { kind: "enter", side: "sell", stopPrice: 200 }, 2: { kind: "close" } };
    expect(run(script, "forex")[1]).toMatchObject({ reason: "signal", midPrice: 90, barSequence: 4 });
  });

  it("the strategy opens no trade on a bar from outside the session", () => {
    const script: Script = { 3: { kind: "enter", side: "buy", stopPrice: 10 } };
    expect(run(script, "forex")).toEqual([]);
    expect(run(script)).toHaveLength(1);
  });
});
