import { createSymbolChecker, type BotEvent, type SymbolChecker, type PriceIssue } from "@wazi/trading";
import type { FeedPrice, FeedSymbol, MarketFeed, Moment } from "./market-feed.ts";

/** Something wrong with a feed, and about which symbol. */
export interface FeedIssue extends PriceIssue {
  feed: string;
  symbol: string;
}

export interface FeedGuard {
  /** What of a moment bots and prices may see. */
  pass(feed: MarketFeed, moment: Moment, nowMs: number): Moment;
  /** False while the clock stands before what it has shown already: then nothing real-time is played. */
  isClockSound(nowMs: number): boolean;
  /** What was wrong since this was last asked. */
  takeIssues(): FeedIssue[];
}

/** A clock may be put right by this much without a word. */
const CLOCK_TOLERANCE_MS = 1_000;
/** Beyond this many troubles of one moment the rest says nothing new. */
const MAX_ISSUES = 200;

/** Stands between feeds and bots: no order on bad data, and it says why. */
export function createFeedGuard(lastBars: ReadonlyMap<string, number>): FeedGuard {
  const judges = new Map<string, SymbolChecker>();
  let troubles: FeedIssue[] = [];
  let latestMs = 0;

  const note = (feed: string, symbol: string, trouble: PriceIssue | null): void => {
    if (trouble && troubles.length < MAX_ISSUES) troubles.push({ feed, symbol, ...trouble });
  };

  const judgeOf = (feed: MarketFeed, symbol: string): SymbolChecker | null => {
    const key = `${feed.name} ${symbol}`;
    const known = judges.get(key);
    if (known) return known;
    const listed = feed.symbols.find((each) => each.symbol === symbol);
    if (!listed) return null;
    const judge = createSymbolChecker(symbol, {
      interval: listed.interval,
      isRealTime: isRealTime(listed),
      lastBarSequence: lastBars.get(`${listed.feed} ${symbol}`),
    });
    judges.set(key, judge);
    return judge;
  };

  const passEvent = (feed: MarketFeed, event: BotEvent, nowMs: number): BotEvent[] => {
    const judge = judgeOf(feed, event.symbol);
    if (!judge) return [];
    if (event.type === "open") return judge.open(event.price, event.barSequence) === "take" ? [event] : [];
    if (event.type !== "candle") return [event];
    const { verdict, issue: trouble } = judge.candle(event.candle, event.barSequence, nowMs);
    note(feed.name, event.symbol, trouble);
    switch (verdict) {
      case "take":
        return [event];
      case "doubtful":
        return [{ ...event, isDoubtful: true }];
      case "restart":
        return [{ type: "series-break", symbol: event.symbol }, event];
      case "drop":
        return [];
    }
  };

  /** A tick is judged by those before it; the close of a bar that is played whole is as good as its bar. */
  const isGoodPrice = (feed: MarketFeed, { symbol, price, feed: kind }: FeedPrice, dropped: Set<string>): boolean => {
    if (!isRealTime({ feed: kind })) return !dropped.has(symbol);
    const judged = judgeOf(feed, symbol)?.price(price);
    note(feed.name, symbol, judged?.issue ?? null);
    return judged?.verdict === "take";
  };

  return {
    pass(feed, moment, nowMs) {
      const events = moment.events.flatMap((event) => passEvent(feed, event, nowMs));
      const taken = new Set(events.flatMap((event) => (event.type === "candle" ? [event.symbol] : [])));
      const dropped = new Set(
        moment.events.flatMap(({ type, symbol }) => (type === "candle" && !taken.has(symbol) ? [symbol] : [])),
      );
      return { ...moment, events, prices: moment.prices.filter((price) => isGoodPrice(feed, price, dropped)) };
    },
    isClockSound(nowMs) {
      if (nowMs >= latestMs - CLOCK_TOLERANCE_MS) {
        latestMs = Math.max(latestMs, nowMs);
        return true;
      }
      const message = `The clock was set back by ${Math.round((latestMs - nowMs) / 1_000)} s: nothing is traded until it has caught up.`;
      note("clock", "", { kind: "clock-set-back", message });
      return false;
    },
    takeIssues() {
      const taken = troubles;
      troubles = [];
      return taken;
    },
  };
}

/** Feeds whose bars are of the time of day. */
export function isRealTime({ feed }: Pick<FeedSymbol, "feed">): boolean {
  return feed !== "replay";
}
