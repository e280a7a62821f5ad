import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import { type CorporateAction, findNextSession, type MomentEvent } from "@wazi/trading";
import { beforeEach, describe, expect, it } from "vitest";
import { createFeedGuard } from "./feed-guard.ts";
import { createLiveFeed, restoreLiveFeed } from "./live-feed.ts";
import type { MarketFeed, Moment } from "./market-feed.ts";
import { type ActionQuestion, PriceSourceError, type PriceSource } from "./price-source.ts";

/** Tuesdays in winter, when New York opens at 14:30 UTC. */
const EX_DATE = Date.parse("2026-02-10");
const OPEN_MS = Date.parse("2026-02-10T14:30:00Z");
const DIVIDEND: CorporateAction = { kind: "dividend", exTime: EX_DATE, amount: "0.5" };
const SPLIT: CorporateAction = { kind: "split", exTime: EX_DATE, ratio: "4" };
const event = (action: CorporateAction) => {
  const { kind, ...rest } = action;
  return { type: kind, symbol: "VT", barSequence: OPEN_MS / MINUTE_MS, ...rest };
};

let nowMs: number;
let price: number | null;
let published: CorporateAction[];
let isFailing: boolean;
let questions: ActionQuestion[];
let reported: string[];
let feed: MarketFeed;
let guard: ReturnType<typeof createFeedGuard>;

const source: PriceSource = {
  name: "scripted",
  symbols: [
    { market: "portfolio", symbol: "VT" },
    { market: "crypto", symbol: "BTC/USD" },
  ],
  pollEveryMs: 1_000,
  poll() {
    const isOpen = (findNextSession("new-york", nowMs)?.opensAt ?? Infinity) <= nowMs;
    const prices = price === null || !isOpen ? [] : [{ symbol: "VT", price, time: nowMs, dayBefore: null }];
    return Promise.resolve({
      prices: [...prices, { symbol: "BTC/USD", price: 9, time: nowMs, dayBefore: null }],
      issues: [],
    });
  },
  readActions(question) {
    questions.push(question);
    if (isFailing) return Promise.reject(new PriceSourceError("unreachable", "no answer"));
    return Promise.resolve(published.filter(({ kind, exTime }) => kind === question.kind && exTime <= question.toMs));
  },
};

const log = { warn: (_: object, message: string) => void reported.push(message), info: () => undefined };

beforeEach(() => {
  [nowMs, price, published, isFailing, questions, reported] = [OPEN_MS - 20 * 3_600_000, 100, [], false, [], []];
  feed = open(null);
});

function open(stored: unknown): MarketFeed {
  guard = createFeedGuard(new Map());
  return createLiveFeed(source, { saved: restoreLiveFeed(stored, ["VT", "BTC/USD"]), log, clockMs: () => nowMs });
}

/** Moves the clock to a time and gives the feed time for its requests. */
async function at(ms: number): Promise<Moment[]> {
  nowMs = ms;
  const moments: Moment[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    moments.push(...feed.advance(nowMs).map((moment) => guard.pass(feed, moment, nowMs)));
    await new Promise(setImmediate);
    nowMs += 1_000;
  }
  return moments;
}

/** Asks both kinds, a minute apart. */
async function askAt(ms: number): Promise<Moment[]> {
  return [...(await at(ms)), ...(await at(ms + MINUTE_MS))];
}

const actionsOf = (moments: readonly Moment[]): MomentEvent[] =>
  moments.flatMap(({ events }) => events).filter(({ type }) => type === "dividend" || type === "split");
const pricesOf = (moments: readonly Moment[]): number[] =>
  moments.flatMap(({ prices }) => prices.flatMap((each) => (each.symbol === "VT" ? [each.price] : [])));

describe("the dividends and splits of a live feed", () => {
  it("come once, at the opening of the ex-date and before its first price, the dividend first", async () => {
    published = [SPLIT, DIVIDEND];
    expect(actionsOf(await askAt(OPEN_MS - 2 * 3_600_000))).toEqual([]);
    price = 25;
    const moments = await at(OPEN_MS);
    expect(actionsOf(moments)).toEqual([event(DIVIDEND), event(SPLIT)]);
    const first = moments.findIndex(({ events }) => events.some(({ type }) => type === "dividend"));
    expect(pricesOf(moments.slice(0, first))).toEqual([]);
    expect(pricesOf(moments)).toContain(25);
    expect(actionsOf([...(await askAt(OPEN_MS + DAY_MS - 3_600_000)), ...(await at(OPEN_MS + DAY_MS))])).toEqual([]);
    expect(reported.filter((message) => message.includes("dividend") || message.includes("split"))).toEqual([]);
  });

  it("follow the last bar of the day before and the end of its moment, and come before the open", async () => {
    published = [DIVIDEND];
    await askAt(OPEN_MS - 27 * 3_600_000);
    await at(OPEN_MS - DAY_MS + 389 * MINUTE_MS);
    // The process sleeps over the night.
    feed = open(JSON.parse(JSON.stringify(feed.save())));
    await askAt(OPEN_MS - 3_600_000);
    const types = (await at(OPEN_MS)).flatMap(({ events }) =>
      events.flatMap((each) => (each.type === "moment-end" ? [] : each.symbol === "VT" ? [each.type] : [])),
    );
    expect(types).toEqual(["dividend", "open"]);
  });

  it("are asked for once a day before the opening, and at the start, from 14 days back to a week ahead", async () => {
    await askAt(OPEN_MS - 20 * 3_600_000);
    await at(OPEN_MS - 19 * 3_600_000);
    expect(questions.map(({ kind }) => kind)).toEqual(["dividend", "split"]);
    await askAt(OPEN_MS - 2 * 3_600_000);
    await askAt(OPEN_MS);
    expect(questions).toHaveLength(4);
    expect(questions.every(({ symbol }) => symbol === "VT")).toBe(true);
    const { fromMs, toMs } = questions[2]!;
    expect([fromMs, toMs]).toEqual([EX_DATE - 15 * DAY_MS, EX_DATE + 7 * DAY_MS]);
  });

  it("hold back the prices of the day until the provider has answered, so that nobody buys without the dividend", async () => {
    await askAt(OPEN_MS - DAY_MS - 3_600_000);
    published = [DIVIDEND];
    isFailing = true;
    price = 99.5;
    await askAt(OPEN_MS - 3_600_000);
    const failed = await askAt(OPEN_MS);
    expect(pricesOf(failed)).toEqual([]);
    expect(failed.flatMap(({ prices }) => prices.map(({ symbol }) => symbol))).toContain("BTC/USD");
    expect(reported).toContain("VT waits for the dividends and splits of the day");
    isFailing = false;
    const moments = [...(await askAt(OPEN_MS + 30 * MINUTE_MS)), ...(await at(OPEN_MS + 33 * MINUTE_MS))];
    const first = moments.findIndex(({ events }) => events.some(({ type }) => type === "dividend"));
    expect(actionsOf(moments)).toEqual([event(DIVIDEND)]);
    expect(pricesOf(moments.slice(0, first))).toEqual([]);
    expect(pricesOf(moments.slice(first))).toContain(99.5);
  });

  it("are taken up to 14 days late, as of their ex-date, and reported", async () => {
    await askAt(OPEN_MS - 3_600_000);
    await at(OPEN_MS);
    published = [DIVIDEND];
    expect(actionsOf(await askAt(OPEN_MS + 3 * DAY_MS - 3_600_000))).toEqual([event(DIVIDEND)]);
    expect(reported).toContain(
      "VT: the dividend of 0.5 on 2026-02-10 was published after it went ex. It is booked now",
    );
    published = [{ ...DIVIDEND, amount: "0.6" }];
    expect(actionsOf(await askAt(OPEN_MS + 6 * DAY_MS - 3_600_000))).toEqual([]);
    expect(reported).toContain(
      "VT: the dividend of 0.6 on 2026-02-10 was VT: the dividend of 0.5 on 2026-02-10 before, which stays",
    );
  });

  it("are credited as tax at the source leaves them, and lower the price by all of it", async () => {
    guard = createFeedGuard(new Map());
    feed = createLiveFeed(
      { ...source, dividendTaxPct: 3_333n },
      { saved: restoreLiveFeed(null, []), log, clockMs: () => nowMs },
    );
    published = [DIVIDEND];
    await askAt(OPEN_MS - 3_600_000);
    expect(actionsOf(await at(OPEN_MS))).toEqual([{ ...event(DIVIDEND), paidAmount: "0.333350000000" }]);
  });

  it("come again at each start with the same bar, and after a crash before the save", async () => {
    published = [DIVIDEND];
    const before = JSON.parse(JSON.stringify(feed.save())) as unknown;
    const first = actionsOf([...(await askAt(OPEN_MS - 3_600_000)), ...(await at(OPEN_MS))]);
    const saved = JSON.parse(JSON.stringify(feed.save())) as unknown;
    for (const stored of [saved, before]) {
      feed = open(stored);
      expect(actionsOf([...(await askAt(OPEN_MS + DAY_MS)), ...(await at(OPEN_MS + DAY_MS + 5 * MINUTE_MS))])).toEqual(
        first,
      );
    }
  });

  it("are not asked of a source that has none, whose prices do not wait", async () => {
    const { name, symbols, pollEveryMs } = source;
    const without: PriceSource = { name, symbols, pollEveryMs, poll: () => source.poll() };
    feed = createLiveFeed(without, { saved: restoreLiveFeed(null, []), log, clockMs: () => nowMs });
    expect(pricesOf(await at(OPEN_MS))).toContain(100);
    expect(questions).toEqual([]);
  });
});

describe("a price that falls like after a split", () => {
  const isOpened = (moments: readonly Moment[]): boolean =>
    moments.some(({ events }) => events.some((each) => each.type === "open" && each.symbol === "VT"));

  beforeEach(async () => {
    await askAt(OPEN_MS - 27 * 3_600_000);
    await at(OPEN_MS - DAY_MS + MINUTE_MS);
    await at(OPEN_MS - DAY_MS + 2 * MINUTE_MS);
    await askAt(OPEN_MS - 3_600_000);
  });

  it("is dropped as long as the provider does not tell the split, and the operator is told", async () => {
    price = 26;
    const moments = [
      ...(await at(OPEN_MS)),
      ...(await at(OPEN_MS + MINUTE_MS)),
      ...(await at(OPEN_MS + 9 * MINUTE_MS)),
    ];
    expect(pricesOf(moments)).toEqual([]);
    expect(isOpened(moments)).toBe(false);
    expect(guard.takeIssues()).toContainEqual(expect.objectContaining({ kind: "jump", symbol: "VT" }));
    published = [SPLIT];
    const told = [...(await askAt(OPEN_MS + DAY_MS - 3_600_000)), ...(await at(OPEN_MS + DAY_MS))];
    expect(actionsOf(told)).toEqual([event(SPLIT)]);
    expect(pricesOf(told)).toContain(26);
  });

  it("is taken when it was told before", async () => {
    published = [SPLIT];
    feed = open(JSON.parse(JSON.stringify({ ...feed.save(), actions: undefined })));
    await at(OPEN_MS - 50 * MINUTE_MS);
    await askAt(OPEN_MS - 40 * MINUTE_MS);
    price = 26;
    const moments = await at(OPEN_MS);
    expect(actionsOf(moments)).toEqual([event(SPLIT)]);
    expect(pricesOf(moments)).toContain(26);
    expect(guard.takeIssues().filter(({ kind }) => kind === "jump")).toEqual([]);
  });
});
