import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adjustForActions, parseActions, parseCandles, playOnce, type MomentEvent } from "@wazi/trading";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartError } from "../../platform/process/start-error.ts";
import type { Moment } from "./market-feed.ts";
import { createReplayFeed, loadReplayFolder, restoreReplayPlace } from "./replay-feed.ts";

/** As they were traded, with a split of four shares for one. */
const RAW_BARS = `time,open,high,low,close,volume
2020-08-27,508,510,496,500,100
2020-08-28,504,506,498,500,100
2020-08-31,127.6,131,126,129,400
2020-09-01,132,134,130,134,400
`;
const BARS = `time,open,high,low,close,volume
2020-08-27,127,127.5,124,125,400
2020-08-28,126,126.5,124.5,125,400
2020-08-31,127.6,131,126,129,400
2020-09-01,132,134,130,134,400
`;
const ACTIONS = `ex_date,kind,amount
2020-08-28,dividend,0.80
2020-08-31,split,4
2020-09-01,dividend,0.25
2021-02-05,dividend,0.30
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-replay-"));
  writeFileSync(join(folder, "stocks_AAPL_1d.csv"), BARS);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The events of a replay's first bars. */
function play(bars: number): MomentEvent[][] {
  return open()
    .playOn(bars)
    .map(({ events }) => events);
}

/** A replay of the folder that plays as many bars as it is told to. */
function open(saved: unknown = undefined, loops = false) {
  let now = 0;
  const { series } = loadReplayFolder(folder);
  const place = restoreReplayPlace(saved);
  const feed = createReplayFeed(series, { place, barsPerSecond: 1, loops, clockMs: () => now });
  now -= 1_000;
  return {
    feed,
    playOn(bars: number): Moment[] {
      now += bars * 1_000;
      return feed.advance(now);
    },
  };
}

const LONGER = `${BARS}2020-09-02,134,140,133,139,400\n`;

test("prices are adjusted for splits, and dividends are told before their bar, as a backtest does", () => {
  writeFileSync(join(folder, "stocks_AAPL_1d.csv"), RAW_BARS);
  writeFileSync(join(folder, "stocks_AAPL_actions.csv"), ACTIONS);
  expect(loadReplayFolder(folder).skipped).toEqual([]);
  const [candles, actions] = [parseCandles(RAW_BARS, "bars"), parseActions(ACTIONS, "actions")];
  if (!candles.ok || !actions.ok) throw new Error("the test's own files are refused");
  const adjusted = adjustForActions(candles.candles, actions.actions);
  if (!adjusted.ok) throw new Error(adjusted.reason);
  const moments = [...playOnce([{ symbol: "AAPL", interval: "1d", ...adjusted }])].slice(0, 4);
  const expected = moments.map((events) =>
    events.map((event) => (event.type === "moment-end" ? { ...event, market: "stocks" } : event)),
  );
  expect(play(4)).toEqual(expected);
  expect(play(4)[1]?.[0]).toMatchObject({ type: "dividend", amount: "0.200000000000", barSequence: 1 });
  expect(play(4)[0]?.at(-2)).toMatchObject({
    type: "candle",
    candle: { close: 125 },
    nextDividend: { amount: "0.200000000000" },
  });
});

test("a series that ends closes its trades at its last price, and the others go on", () => {
  writeFileSync(join(folder, "stocks_MSFT_1d.csv"), LONGER);
  const moments = open().playOn(7);
  expect(moments).toHaveLength(6);
  expect(moments[4]?.events).toMatchObject([
    { type: "series-break", symbol: "AAPL" },
    { type: "open", symbol: "MSFT" },
    { type: "candle", symbol: "MSFT" },
    { type: "moment-end", time: Date.UTC(2020, 8, 3), market: "stocks" },
  ]);
  expect(moments[4]?.prices).toMatchObject([
    { symbol: "AAPL", price: 134, barTime: Date.UTC(2020, 8, 1) },
    { symbol: "MSFT", price: 139 },
  ]);
  expect(moments[5]?.events).toEqual([{ type: "series-break", symbol: "MSFT", barSequence: 5 }]);
});

test("a replay is one pass: after its end only the last prices arrive again, also after a restart", () => {
  const first = open();
  expect(first.playOn(400)).toHaveLength(5);
  const place = first.feed.save();
  expect(place).toEqual({ position: 5, record: 0, recordStart: 0, joined: "time" });
  for (const replay of [first, open(place)]) {
    const rest = replay.playOn(400);
    expect(rest).toMatchObject([{ events: [], record: 0, prices: [{ symbol: "AAPL", price: 134 }] }]);
    expect(replay.feed.save()).toEqual(place);
  }
});

test("with loops a new record begins at the prices of the file, after everything has been closed", () => {
  const replay = open(undefined, true);
  const moments = replay.playOn(7);
  expect(moments.map(({ record }) => record)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
  expect(moments[5]).toMatchObject({ prices: [], events: [{ type: "series-break", symbol: "AAPL", barSequence: 5 }] });
  expect(moments[6]?.events.at(-2)).toMatchObject({ type: "candle", barSequence: 5, candle: { close: 125 } });
  expect(replay.feed.save()).toEqual({ position: 7, record: 1, recordStart: 5, joined: "time" });
});

test("series of one market are joined by time, and each market begins with the replay", () => {
  const row = (day: string, price: number) => `${day},${price},${price},${price},${price},1`;
  const write = (name: string, ...rows: string[]) =>
    writeFileSync(join(folder, name), ["time,open,high,low,close,volume", ...rows, ""].join("\n"));
  write("stocks_ZZZ_1d.csv", row("2020-08-28", 50), row("2020-09-01", 51));
  write(
    "stocks_HHH_1h.csv",
    row("2020-08-28 22:00:00", 7),
    row("2020-08-28 23:00:00", 8),
    row("2020-08-29 00:00:00", 9),
  );
  write("forex_EURUSD_1d.csv", row("2007-01-01", 1.1), row("2007-01-02", 1.2));
  const seen = open()
    .playOn(9)
    .map(({ prices, events }) => ({
      prices: prices.map(({ symbol, price }) => `${symbol} ${price}`),
      events: events.flatMap((event) => {
        if (event.type === "series-break") return [`break ${event.symbol} #${event.barSequence}`];
        if (event.type === "moment-end")
          return [`end ${event.market} ${new Date(event.time).toISOString().slice(0, 13)}`];
        return event.type === "candle" ? [`${event.symbol} #${event.barSequence}`] : [];
      }),
    }));
  expect(seen).toEqual([
    {
      prices: ["EUR/USD 1.1", "AAPL 125"],
      events: ["EUR/USD #0", "AAPL #0", "end forex 2007-01-02T00", "end stocks 2020-08-28T00"],
    },
    {
      prices: ["EUR/USD 1.2", "AAPL 125", "HHH 7"],
      events: ["EUR/USD #1", "HHH #0", "end forex 2007-01-03T00", "end stocks 2020-08-28T23"],
    },
    {
      prices: ["EUR/USD 1.2", "AAPL 125", "HHH 8", "ZZZ 50"],
      events: ["break EUR/USD #2", "AAPL #1", "HHH #1", "ZZZ #0", "end stocks 2020-08-29T00"],
    },
    { prices: ["EUR/USD 1.2", "AAPL 125", "HHH 9", "ZZZ 50"], events: ["HHH #2", "end stocks 2020-08-29T01"] },
    {
      prices: ["EUR/USD 1.2", "AAPL 129", "HHH 9", "ZZZ 50"],
      events: ["break HHH #3", "AAPL #2", "end stocks 2020-09-01T00"],
    },
    {
      prices: ["EUR/USD 1.2", "AAPL 134", "HHH 9", "ZZZ 51"],
      events: ["AAPL #3", "ZZZ #1", "end stocks 2020-09-02T00"],
    },
    { prices: ["EUR/USD 1.2", "AAPL 134", "HHH 9", "ZZZ 51"], events: ["break AAPL #4", "break ZZZ #2"] },
  ]);
});

test("a place that counted bars, of a version before, begins a new record", () => {
  const saved = { position: 3, record: 2, recordStart: 1 };
  expect(restoreReplayPlace(saved)).toEqual({ position: 3, record: 3, recordStart: 3 });
  expect(restoreReplayPlace({ position: 9 })).toEqual({ position: 9, record: 1, recordStart: 9 });
  expect(restoreReplayPlace({ position: 0 })).toEqual({ position: 0, record: 0, recordStart: 0 });
  expect(restoreReplayPlace({ ...saved, joined: "time" })).toEqual(saved);
  expect(open({ position: 9 }).playOn(1)).toMatchObject([
    { record: 0, events: [{ type: "series-break" }] },
    { record: 1, prices: [{ price: 125 }] },
  ]);
});

test("a file of actions without its series is reported as skipped", () => {
  writeFileSync(join(folder, "stocks_IBM_actions.csv"), ACTIONS);
  expect(loadReplayFolder(folder).skipped).toEqual(["stocks_IBM_actions.csv"]);
});

test("a file that a backtest refuses stops the start, and so does a pair without the dollar", () => {
  writeFileSync(join(folder, "stocks_AAPL_1d.csv"), RAW_BARS);
  const reason = "stocks_AAPL_1d.csv, line 4: the open 127.6 is 0.255 times the previous close 500";
  expect(() => loadReplayFolder(folder)).toThrow(new StartError(`MARKET_FEED: ${reason}`));
  rmSync(join(folder, "stocks_AAPL_1d.csv"));
  writeFileSync(join(folder, "forex_EURGBP_1d.csv"), BARS);
  expect(() => loadReplayFolder(folder)).toThrow("forex_EURGBP_1d.csv: EUR/GBP is a pair without USD");
  expect(() => loadReplayFolder(folder, "--data", { market: "stocks" })).not.toThrow();
});

test.each([
  ["ex_date,kind,amount\n2020-08-31,split,none\n", "stocks_AAPL_actions.csv, line 2"],
  ["ex_date,kind,amount\n2020-09-01,split,4\n", "the split of 4 on 2020-09-01 is not in the prices"],
])("a wrong file of actions stops the start: %j", (text, reason) => {
  writeFileSync(join(folder, "stocks_AAPL_actions.csv"), text);
  expect(() => loadReplayFolder(folder)).toThrow(StartError);
  expect(() => loadReplayFolder(folder)).toThrow(reason);
});
