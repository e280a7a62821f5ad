import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adjustForActions, parseActions, parseCandles, playOnce, type BotEvent } from "@wazi/trading";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartError } from "../../process/start-error.ts";
import { createReplayFeed, loadReplayFolder } from "./replay-feed.ts";

const BARS = `time,open,high,low,close,volume
2020-08-27,508,510,496,500,100
2020-08-28,504,506,498,500,100
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
function play(bars: number): BotEvent[][] {
  let now = 0;
  const { series } = loadReplayFolder(folder);
  const feed = createReplayFeed(series, { position: 0, barsPerSecond: 1, clockMs: () => now });
  now = (bars - 1) * 1_000;
  return feed.advance(now).map(({ events }) => events);
}

test("prices are adjusted for splits, and dividends are told before their bar, as a backtest does", () => {
  writeFileSync(join(folder, "stocks_AAPL_actions.csv"), ACTIONS);
  expect(loadReplayFolder(folder).skipped).toEqual([]);
  const [candles, actions] = [parseCandles(BARS, "bars"), parseActions(ACTIONS, "actions")];
  if (!candles.ok || !actions.ok) throw new Error("the test's own files are refused");
  const adjusted = adjustForActions(candles.candles, actions.actions);
  if (!adjusted.ok) throw new Error(adjusted.reason);
  const expected = [...playOnce([{ symbol: "AAPL", ...adjusted }])].slice(0, 4);
  expect(play(4)).toEqual(expected);
  expect(play(4)[1]?.[0]).toMatchObject({ type: "dividend", amount: "0.200000000000", barSequence: 1 });
  expect(play(4)[0]?.at(-1)).toMatchObject({
    type: "candle",
    candle: { close: 125 },
    nextDividend: { amount: "0.200000000000" },
  });
});

test("a second pass has the dividends again, at its prices", () => {
  writeFileSync(join(folder, "stocks_AAPL_actions.csv"), ACTIONS);
  const second = play(8)[5];
  // The first pass went from 127 to 134.
  expect(second?.[0]).toMatchObject({ type: "dividend", amount: ((0.2 * 134) / 127).toFixed(12), barSequence: 5 });
});

test("a file of actions without its series is reported as skipped", () => {
  writeFileSync(join(folder, "stocks_IBM_actions.csv"), ACTIONS);
  expect(loadReplayFolder(folder).skipped).toEqual(["stocks_IBM_actions.csv"]);
});

test.each([
  ["ex_date,kind,amount\n2020-08-31,split,none\n", "stocks_AAPL_actions.csv, line 2"],
  ["ex_date,kind,amount\n2020-09-01,split,4\n", "the split of 4 on 2020-09-01 is not in the prices"],
])("a wrong file of actions stops the start: %j", (text, reason) => {
  writeFileSync(join(folder, "stocks_AAPL_actions.csv"), text);
  expect(() => loadReplayFolder(folder)).toThrow(StartError);
  expect(() => loadReplayFolder(folder)).toThrow(reason);
});
