import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "@wazi/contracts";
import {
  botCatalogue,
  type BotConfig,
  type BotEffect,
  BotRunner,
  type BotState,
  buildBotConfig,
  createBotState,
  listMoments,
  portfolioCatalogue,
  stepBot,
  trackWhole,
} from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { manualReplay } from "../../../../../tests/harness/generated-replay.ts";
import { createFeedGuard } from "../feeds/feed-guard.ts";
import { loadReplayFolder } from "../feeds/replay-feed.ts";
import { countReplayMoments, type LoadedSeries } from "../feeds/replay-moments.ts";
import { chooseInstruments, selectEvents, type TradingBot } from "./trading-bot.ts";

/**
 * One set of daily files is given to the live loop on a replay and to the evidence. Both must decide and fill the same, bar by
 * bar. The database is left out: `one-core.test.ts` compares what is recorded.
 */
const START = Date.UTC(2014, 0, 1);
const DAYS = 2_600;
/** The return of bills in a month, for the rules that compare with them. */
const findBillReturn = (month: number): number => 0.001 + (month % 12) * 0.0001;
/** Bars that a replay plays at once. */
const AT_ONCE = 400;
/** The states of both are compared after every so many moments. */
const COMPARED_EVERY = 97;

interface File {
  readonly name: string;
  readonly from: number;
  readonly swing: number;
  readonly dividends?: string;
}

/** Each market has files that begin and end on different days, and miss some. */
const files: readonly File[] = [
  { name: "forex_EURUSD_1d", from: 0, swing: 0.006 },
  { name: "forex_USDJPY_1d", from: 300, swing: 0.007 },
  { name: "crypto_BTCUSD_1d", from: 0, swing: 0.03 },
  { name: "crypto_ETHUSD_1d", from: 500, swing: 0.04 },
  { name: "stocks_KO_1d", from: 0, swing: 0.012, dividends: "0.40" },
  { name: "stocks_IBM_1d", from: 100, swing: 0.014, dividends: "0.90" },
  { name: "commodities_GOLD_1d", from: 0, swing: 0.011 },
  { name: "commodities_OIL_1d", from: 50, swing: 0.02 },
  { name: "indices_SPX_1d", from: 0, swing: 0.011 },
  { name: "indices_NASDAQ_1d", from: 250, swing: 0.013 },
  { name: "portfolio_SPY_1d", from: 0, swing: 0.011, dividends: "0.60" },
  { name: "portfolio_IEF_1d", from: 40, swing: 0.004, dividends: "0.30" },
  { name: "portfolio_GLD_1d", from: 200, swing: 0.01 },
];

const toText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Trends of some months, so that every rule finds something to do. */
function writeFile(folder: string, { name, from, swing, dividends }: File, seed: number): void {
  const random = createSeededRandom(seed);
  const rows: string[] = [];
  const exDates: string[] = [];
  let [close, drift] = [100, 0];
  for (let day = from; day < DAYS - seed * 7; day += 1) {
    if (day % 80 === 0) drift = (random.next() - 0.45) * swing * 0.5;
    const time = START + day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    // A missing day here and there, as in real files.
    if ((isWeekend && !name.startsWith("crypto")) || (!isWeekend && random.next() < 0.004)) continue;
    const open = close * (1 + (random.next() - 0.5) * swing * 0.4);
    close = open * (1 + drift + (random.next() - 0.5) * 2 * swing);
    const [high, low] = [Math.max(open, close), Math.min(open, close)].map((price, place) => {
      return price * (1 + (place === 0 ? 1 : -1) * random.next() * swing);
    }) as [number, number];
    const volume = Math.round(1_000 + 500 * random.next() + (close > open ? 400 : 0));
    rows.push([toText(time), ...[open, high, low, close].map((price) => price.toFixed(4)), volume].join(","));
    if (dividends !== undefined && rows.length % 63 === 0) exDates.push(`${toText(time)},dividend,${dividends}`);
  }
  writeFileSync(join(folder, `${name}.csv`), ["time,open,high,low,close,volume", ...rows, ""].join("\n"));
  if (exDates.length > 0) {
    const actions = name.replace(/_1d$/, "_actions");
    writeFileSync(join(folder, `${actions}.csv`), ["ex_date,kind,amount", ...exDates, ""].join("\n"));
  }
}

let folder = "";
let loaded: readonly LoadedSeries[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-live-and-evidence-"));
  files.forEach((file, index) => writeFile(folder, file, index + 1));
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
      const events = selectEvents({ config, state } as TradingBot, guard.pass(feed, moment, 0).events);
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
    .filter(({ market }) => market === config.market)
    .map(({ symbol, interval, series: { candles, dividends } }) => ({
      name: symbol,
      symbol,
      interval,
      candles,
      dividends,
    }));
  const moments = listMoments(series);
  const runner = new BotRunner(config);
  const effects: BotEffect[] = [];
  const states: BotState[] = [];
  let played = 0;
  for (const { events } of moments) {
    for (const event of events) effects.push(...runner.apply(event));
    if (!events.some(({ type }) => type === "candle")) continue;
    played += 1;
    if (played % COMPARED_EVERY === 0) states.push(runner.save());
  }
  return { effects, states: [...states, runner.save()], closed: trackWhole(config, moments).trades };
}

describe("the live loop on a replay and the evidence", () => {
  it.each([...botCatalogue, ...portfolioCatalogue])("decide and fill the same for $name", (bot) => {
    const own = loaded.filter(({ market }) => market === bot.market);
    const config = buildBotConfig(bot, own, findBillReturn);
    const [live, evidence] = [runLive(bot.name), runEvidence(config)];
    expect(live.effects).toEqual(evidence.effects);
    expect(live.states).toEqual(JSON.parse(JSON.stringify(evidence.states)));
    expect(live.effects.filter(({ type }) => type === "trade-closed")).toEqual(evidence.closed);
    const opened = live.effects.filter(({ type }) => type === "trade-opened");
    if (bot.name === "Bills") expect(opened).toEqual([]);
    else expect(opened.length, "trades to compare").toBeGreaterThan(3);
  });
});
