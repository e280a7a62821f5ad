import { MINUTE_MS } from "@wazi/contracts";
import {
  adjustForActions,
  type BotEffect,
  type BotEvent,
  BotRunner,
  type BotState,
  type Candle,
  type CorporateAction,
  createBotState,
  findNextSession,
  playOnce,
  stepBot,
} from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { allocationBot } from "../../../../../packages/trading/src/bot/bot-fixtures.ts";
import { createFeedGuard } from "../feeds/feed-guard.ts";
import { createLiveFeed, restoreLiveFeed } from "../feeds/live-feed.ts";
import type { PriceSource } from "../feeds/price-source.ts";
import { selectEvents } from "./trading-bot.ts";

/**
 * The same prices, dividends and splits through a live feed and through the evidence: the bot must decide, fill and earn the same.
 * A price comes every six minutes, which are as many bars as may be missing.
 */
const FIRST_DAY = Date.parse("2026-01-05");
const SESSIONS = 90;
const STEP_MS = 6 * MINUTE_MS;
const SYMBOLS = ["VT", "BND"] as const;
type FundName = (typeof SYMBOLS)[number];

function listTimes(): number[][] {
  const days: number[][] = [];
  let time = FIRST_DAY;
  while (days.length < SESSIONS) {
    const { opensAt, closesAt } = findNextSession("new-york", time)!;
    const length = Math.floor((closesAt - opensAt) / STEP_MS);
    // The last price is that of the session's last minute.
    days.push(Array.from({ length }, (_, index) => opensAt + 5 * MINUTE_MS + index * STEP_MS));
    time = closesAt;
  }
  return days;
}
const days = listTimes();
const exDay = (session: number): number => Date.parse(new Date(days[session]![0]!).toISOString().slice(0, 10));

const dividends: Record<FundName, CorporateAction[]> = {
  VT: [30, 52, 75].map((session) => ({ kind: "dividend", exTime: exDay(session), amount: "1.25" })),
  BND: [22, 42, 63, 84].map((session) => ({ kind: "dividend", exTime: exDay(session), amount: "0.21" })),
};

/** Prices that fall by each dividend, and by each split to its part. */
function makePrices(actions: Readonly<Record<FundName, readonly CorporateAction[]>>): Record<FundName, number[][]> {
  const random = createSeededRandom(5);
  const walk = (symbol: FundName): number[][] => {
    let price = symbol === "VT" ? 120 : 80;
    return days.map((times, session) => {
      for (const action of actions[symbol])
        if (action.exTime === exDay(session))
          price = action.kind === "dividend" ? price - Number(action.amount) : price / Number(action.ratio);
      return times.map(() => {
        price *= 1 + (random.next() - 0.5) * 0.004;
        return Number(price.toFixed(4));
      });
    });
  };
  return { VT: walk("VT"), BND: walk("BND") };
}

const config = () =>
  allocationBot({
    symbols: SYMBOLS,
    calendar: "new-york",
    costs: { halfSpread: 0.0002, slippage: 0.0001, commission: 0 },
    barInterval: "1m",
    // A dividend in a month changes its return, and so the weights.
    weigh: ({ parts }) => {
      const grown = parts.map((months) => Math.exp(20 * (months[months.length - 1] ?? 0)));
      return grown.map((each) => (0.9 * each) / grown.reduce((sum, other) => sum + other, 0));
    },
  });

interface Run {
  readonly effects: BotEffect[];
  readonly state: BotState;
}

/** The live loop without a database: the feed, its guard and `stepBot`, with a restart of all of it every few days. */
async function runLive(
  prices: Record<FundName, number[][]>,
  actions: Readonly<Record<FundName, readonly CorporateAction[]>>,
): Promise<Run> {
  let nowMs = 0;
  let quoted: readonly { symbol: string; price: number }[] = [];
  const source: PriceSource = {
    name: "scripted",
    symbols: SYMBOLS.map((symbol) => ({ market: "stocks", symbol })),
    pollEveryMs: 1_000,
    poll: () =>
      Promise.resolve({ prices: quoted.map((each) => ({ ...each, time: nowMs, dayBefore: null })), issues: [] }),
    readActions: ({ symbol, kind, fromMs, toMs }) =>
      Promise.resolve(
        actions[symbol as FundName].filter(
          (each) => each.kind === kind && each.exTime >= fromMs && each.exTime <= toMs,
        ),
      ),
  };
  const bot = config();
  let state = createBotState(bot);
  const effects: BotEffect[] = [];
  const open = (stored: unknown) =>
    createLiveFeed(source, { saved: restoreLiveFeed(stored, SYMBOLS), log: silentLog, clockMs: () => nowMs });
  let feed = open(null);
  let guard = createFeedGuard(new Map());
  const advance = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (const moment of feed.advance(nowMs))
        for (const event of selectEvents({ config: bot, state }, guard.pass(feed, moment, nowMs).events)) {
          const stepped = stepBot(bot, state, event);
          state = stepped.state;
          effects.push(...stepped.effects);
        }
      await new Promise(setImmediate);
    }
  };
  for (const [session, times] of days.entries()) {
    quoted = [];
    // Four questions a minute apart, an hour before the opening.
    for (let question = 0; question < 5; question += 1) {
      nowMs = times[0]! - (65 - 2 * question) * MINUTE_MS;
      await advance();
    }
    for (const [index, time] of times.entries()) {
      nowMs = time;
      quoted = SYMBOLS.map((symbol) => ({ symbol, price: prices[symbol][session]![index]! }));
      await advance();
      quoted = [];
    }
    nowMs = times.at(-1)! + 2 * MINUTE_MS;
    await advance();
    if (session % 10 !== 4) continue;
    state = JSON.parse(JSON.stringify(state)) as BotState;
    feed = open(JSON.parse(JSON.stringify(feed.save())));
    guard = createFeedGuard(
      new Map(Object.entries(state.symbols).map(([name, { barSequence }]) => [`live ${name}`, barSequence])),
    );
  }
  return { effects, state };
}

function runEvidence(
  prices: Record<FundName, number[][]>,
  actions: Readonly<Record<FundName, readonly CorporateAction[]>>,
): Run {
  const series = SYMBOLS.map((symbol) => {
    const candles = days.flatMap((times, session) =>
      times.map((time, index): Candle => {
        const price = prices[symbol][session]![index]!;
        return { time, open: price, high: price, low: price, close: price, volume: 0 };
      }),
    );
    const adjusted = adjustForActions(candles, actions[symbol]);
    if (!adjusted.ok) throw new Error(adjusted.reason);
    return { symbol, interval: "1m" as const, candles: adjusted.candles, dividends: adjusted.dividends };
  });
  const runner = new BotRunner(config());
  const effects: BotEffect[] = [];
  for (const events of playOnce(series))
    // The series do not end here.
    for (const event of events) if ((event as BotEvent).type !== "series-break") effects.push(...runner.apply(event));
  return { effects, state: runner.save() };
}

/** A live feed numbers its bars by minutes. */
const withoutNumbers = (effects: readonly BotEffect[]) => effects.map((effect) => ({ ...effect, barSequence: 0 }));

describe("dividends and splits of a live feed and of the evidence", () => {
  it("give exactly the same trades, with the same dividends", async () => {
    const prices = makePrices(dividends);
    const [live, evidence] = [await runLive(prices, dividends), runEvidence(prices, dividends)];
    expect(withoutNumbers(live.effects)).toEqual(withoutNumbers(evidence.effects));
    const closed = live.effects.filter((each) => each.type === "trade-closed");
    expect(closed.filter((each) => Number(each.dividends) > 0).length).toBeGreaterThan(1);
    expect(live.state.openTrades.map((each) => each.dividends)).toEqual(
      evidence.state.openTrades.map((each) => each.dividends),
    );
    expect(live.state.openTrades.some((each) => Number(each.dividends) > 0)).toBe(true);
    expect(live.state.nav).toBe(evidence.state.nav);
  });

  it("give the same trades and the same worth with splits, which the evidence has adjusted", async () => {
    const split: CorporateAction = { kind: "split", exTime: exDay(52), ratio: "4" };
    const reverse: CorporateAction = { kind: "split", exTime: exDay(70), ratio: "0.5" };
    const actions = {
      VT: [...dividends.VT.slice(0, 2), split, ...dividends.VT.slice(2)],
      BND: [...dividends.BND.slice(0, 3), reverse, ...dividends.BND.slice(3)],
    };
    const prices = makePrices(actions);
    const [live, evidence] = [await runLive(prices, actions), runEvidence(prices, actions)];
    const withoutPrices = ({ effects }: Run) =>
      effects.map((each) => [each.type, each.symbol, each.barTime, each.side]);
    expect(withoutPrices(live)).toEqual(withoutPrices(evidence));
    expect(live.effects.length).toBeGreaterThan(4);
    for (const [index, effect] of live.effects.entries()) {
      const other = evidence.effects[index]!;
      expect(Number(effect.exposure)).toBeCloseTo(Number(other.exposure), 3);
      if (effect.type === "trade-closed" && other.type === "trade-closed")
        expect(Number(effect.factor)).toBeCloseTo(Number(other.factor), 6);
    }
    expect(Number(live.state.nav)).toBeCloseTo(Number(evidence.state.nav), 5);
  });
});
