import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allBots,
  type BotConfig,
  type BotEffect,
  BotRunner,
  type BotState,
  buildBotConfig,
  createBotState,
  playOnce,
  selectSymbols,
  stepBot,
  trackWhole,
} from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dailyFiles, writeDailyFile } from "../../../../../tests/harness/daily-files.ts";
import { manualReplay } from "../../../../../tests/harness/generated-replay.ts";
import { createFeedGuard } from "../feeds/feed-guard.ts";
import { loadReplayFolder } from "../feeds/replay-feed.ts";
import { countReplayMoments, type LoadedSeries } from "../feeds/replay-moments.ts";
import { chooseInstruments, selectEvents } from "./trading-bot.ts";

/**
 * One set of daily files is given to the live loop on a replay and to the evidence. Both must decide and fill the same, bar by
 * bar. The database is left out: `one-core.test.ts` and `portfolio-trading.test.ts` compare what is recorded.
 */
/** The return of bills in a month, for the rules that compare with them. */
const findBillReturn = (month: number): number => 0.001 + (month % 12) * 0.0001;
/** Bars that a replay plays at once. */
const AT_ONCE = 400;
/** The states of the two runs are compared each time that this many moments have passed. */
const COMPARED_EVERY = 97;

let folder = "";
let loaded: readonly LoadedSeries[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-live-and-evidence-"));
  dailyFiles.forEach((file, index) => writeDailyFile(folder, file, index + 1));
  loaded = loadReplayFolder(folder).series;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly effects: readonly BotEffect[];
  /** The states after every 97th moment of the bot's market, and the last. */
  readonly states: readonly BotState[];
}

/** The steps of the live loop: the feed, its guard, the bot's events, and one `stepBot` for each. */
function runLive(name: string): Run {
  const replay = manualReplay(loaded, 0);
  const { feed } = replay;
  const { config, feed: kind } = chooseInstruments(name, feed.symbols, findBillReturn);
  expect(kind).toBe("replay");
  const guard = createFeedGuard(new Map());
  let state = createBotState(config);
  const effects: BotEffect[] = [];
  const states: BotState[] = [];
  let played = 0;
  let length = countReplayMoments(loaded) + 1;
  while (length > 0) {
    replay.allow(Math.min(length, AT_ONCE));
    length -= AT_ONCE;
    for (const moment of feed.advance(0)) {
      const events = selectEvents({ config, state }, guard.pass(feed, moment, 0).events);
      for (const event of events) {
        const stepped = stepBot(config, state, event);
        state = stepped.state;
        effects.push(...stepped.effects);
      }
      // As after a restart.
      state = JSON.parse(JSON.stringify(state)) as BotState;
      if (!events.some(({ type }) => type === "candle")) continue;
      played += 1;
      if (played % COMPARED_EVERY === 0) states.push(state);
    }
  }
  expect(guard.takeIssues()).toEqual([]);
  return { effects, states: [...states, state] };
}

/** The bot as the evidence runs it: all its series at once, joined by time. */
function runEvidence(config: BotConfig): Run & { closed: readonly BotEffect[] } {
  const series = loaded
    .filter(({ symbol }) => config.instruments.some((each) => each.symbol === symbol))
    .map(({ symbol, interval, series: { candles, dividends } }) => ({
      name: symbol,
      symbol,
      interval,
      candles,
      dividends,
    }));
  const runner = new BotRunner(config);
  const effects: BotEffect[] = [];
  const states: BotState[] = [];
  let played = 0;
  for (const events of playOnce(series)) {
    for (const event of events) effects.push(...runner.apply(event));
    if (!events.some(({ type }) => type === "candle")) continue;
    played += 1;
    if (played % COMPARED_EVERY === 0) states.push(runner.save());
  }
  return { effects, states: [...states, runner.save()], closed: trackWhole(config, series).trades };
}

describe("the live loop on a replay and the evidence", () => {
  it.each(allBots)("decide and fill the same for $name", (bot) => {
    const own = selectSymbols(bot, loaded);
    const config = buildBotConfig(bot, own, findBillReturn);
    const [live, evidence] = [runLive(bot.name), runEvidence(config)];
    expect(live.effects).toEqual(evidence.effects);
    expect(live.states).toEqual(JSON.parse(JSON.stringify(evidence.states)));
    expect(live.effects.filter(({ type }) => type === "trade-closed")).toEqual(evidence.closed);
    const opened = live.effects.filter(({ type }) => type === "trade-opened");
    if (bot.name === "Bills") expect(opened).toEqual([]);
    else expect(opened.length, "trades to compare").toBeGreaterThan(1);
  });
});
