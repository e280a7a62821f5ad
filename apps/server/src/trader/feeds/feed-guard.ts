import { formatTime } from "../health/trader-health.ts";
import { createSymbolChecker, getCalendar, type MomentEvent, type SymbolChecker, type PriceIssue } from "@wazi/trading";
import { isShare } from "./live-actions.ts";
import type { FeedPrice, FeedSymbol, MarketFeed, Moment } from "./market-feed.ts";

/** A price issue with its feed and symbol, and how often it was seen since the last call of takeIssues. */
export interface FeedIssue extends PriceIssue {
  feed: string;
  symbol: string;
  times: number;
  /** The time of the first bar that has it; null for a price. */
  firstBarTime: number | null;
}

export interface FeedGuard {
  /** Returns the events and prices of a moment that are good enough to use. */
  pass(feed: MarketFeed, moment: Moment, nowMs: number): Moment;
  /** Returns false while the clock is earlier than before. Real-time feeds must not be played then. */
  isClockSound(nowMs: number): boolean;
  /** Returns the issues since the last call, each kind of a symbol once with its newest message. */
  takeIssues(): FeedIssue[];
}

/** The clock may be corrected by this much without an issue. */
const CLOCK_TOLERANCE_MS = 1_000;
/** The most kinds of issues of all symbols kept between two calls of takeIssues. */
const MAX_ISSUES = 200;

/** Checks the data between feeds and bots, so that no order is based on bad data. Reports each issue. */
export function createFeedGuard(lastBars: ReadonlyMap<string, number>): FeedGuard {
  const checkers = new Map<string, SymbolChecker>();
  const issues = new Map<string, FeedIssue>();
  let latestMs = 0;

  const note = (feed: string, symbol: string, issue: PriceIssue | null, barTime: number | null = null): void => {
    if (issue === null) return;
    const key = `${feed} ${symbol} ${issue.kind}`;
    const { times = 0, firstBarTime = barTime } = issues.get(key) ?? {};
    if (times > 0 || issues.size < MAX_ISSUES)
      issues.set(key, { feed, symbol, ...issue, times: times + 1, firstBarTime });
  };

  /** After a break in a series the next bar may be at any level, and no bar is missing before it. */
  const findChecker = (feed: MarketFeed, symbol: string, isAfterBreak = false): SymbolChecker | null => {
    const key = `${feed.name} ${symbol}`;
    const known = checkers.get(key);
    if (known && !isAfterBreak) return known;
    const listed = feed.symbols.find((each) => each.symbol === symbol);
    if (!listed) return null;
    const checker = createChecker(
      listed,
      feed.hasSplits === true,
      isAfterBreak ? undefined : lastBars.get(`${listed.feed} ${symbol}`),
    );
    checkers.set(key, checker);
    return checker;
  };

  const passEvent = (feed: MarketFeed, event: MomentEvent, nowMs: number): MomentEvent[] => {
    if (event.type === "moment-end") return [event];
    const checker = findChecker(feed, event.symbol, event.type === "series-break");
    if (!checker) return [];
    if (event.type === "open") return checker.open(event.price, event.barSequence) === "take" ? [event] : [];
    if (event.type === "split") checker.split(Number(event.ratio), event.barSequence);
    if (event.type !== "candle") return [event];
    const { verdict, issue } = checker.candle(event.candle, event.barSequence, nowMs);
    note(feed.name, event.symbol, issue, event.candle.time);
    return followVerdict(verdict, event);
  };

  /** A real-time price is checked against earlier ones. The close of a replayed bar is good when its bar is. */
  const isGoodPrice = (feed: MarketFeed, { symbol, price, feed: kind }: FeedPrice, dropped: Set<string>): boolean => {
    if (!isRealTime({ feed: kind })) return !dropped.has(symbol);
    const checked = findChecker(feed, symbol)?.price(price);
    note(feed.name, symbol, checked?.issue ?? null);
    return checked?.verdict === "take";
  };

  return {
    pass(feed, moment, nowMs) {
      const events = moment.events.flatMap((event) => passEvent(feed, event, nowMs));
      const dropped = findDropped(moment.events, events);
      return { ...moment, events, prices: moment.prices.filter((price) => isGoodPrice(feed, price, dropped)) };
    },
    isClockSound(nowMs) {
      if (nowMs >= latestMs - CLOCK_TOLERANCE_MS) {
        latestMs = Math.max(latestMs, nowMs);
        return true;
      }
      const message = `The clock was set back by ${Math.round((latestMs - nowMs) / 1_000)} s. Trading waits until ${formatTime(new Date(latestMs))} UTC, or for npm run wazi -- accept-clock.`;
      note("clock", "", { kind: "clock-set-back", message });
      return false;
    },
    takeIssues() {
      const taken = [...issues.values()];
      issues.clear();
      return taken;
    },
  };
}

function followVerdict(
  verdict: ReturnType<SymbolChecker["candle"]>["verdict"],
  event: Extract<MomentEvent, { type: "candle" }>,
): MomentEvent[] {
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
}

/** The symbols whose bar was not taken. */
function findDropped(given: readonly MomentEvent[], taken: readonly MomentEvent[]): Set<string> {
  const listBars = (events: readonly MomentEvent[]): string[] =>
    events.flatMap((event) => (event.type === "candle" ? [event.symbol] : []));
  const kept = new Set(listBars(taken));
  return new Set(listBars(given).filter((symbol) => !kept.has(symbol)));
}

function createChecker(listed: FeedSymbol, hasSplits: boolean, lastBarSequence: number | undefined): SymbolChecker {
  const { market, symbol, interval, feed } = listed;
  return createSymbolChecker(symbol, {
    interval,
    isRealTime: listed.hasOwnTime !== true,
    ...(feed === "live" && { calendar: getCalendar(market, symbol) }),
    lastBarSequence,
    awaitsSplits: hasSplits && isShare(listed),
  });
}

/** True for feeds that the clock drives. */
export function isRealTime({ feed }: Pick<FeedSymbol, "feed">): boolean {
  return feed !== "replay";
}
