import {
  addPrice,
  createCandleAggregator,
  intervalMs,
  type BotEvent,
  type Candle,
  type CandleAggregator,
} from "@wazi/trading";
import type { ClosedCandle, FeedSymbol, MarketFeed, Moment } from "./market-feed.ts";
import { SourceTrouble, type PriceSource, type SourcePrice, type TroubleKind } from "./price-source.ts";

/** A price with a time of its own that is older than this on arrival tells nothing about now, and is not published. */
const MAX_QUOTE_AGE_MS = 120_000;
/** Clocks differ: a time further ahead than this is not believed. */
const MAX_CLOCK_LEAD_MS = 5_000;
/**
 * Without a new price for this long a symbol is said to be stale, whatever the pace of the polls. A price that was taken
 * up so late, for the trader was held up, is not published: it would pass as one of now.
 */
const STALE_MS = 5_000;
/** The same trouble is said once in this time. */
const SAY_AGAIN_MS = 60_000;
/** After failed polls the next waits twice as long each time, up to this, or up to what the provider asks for. */
const MAX_BACK_OFF_MS = 60_000;
const MAX_RETRY_AFTER_MS = 900_000;

interface SymbolBars {
  minute: CandleAggregator;
  hour: CandleAggregator;
}

/** The bars that were forming, by symbol: what of them has passed can't be asked for again. */
export type SavedLiveFeed = Record<string, SymbolBars>;

export interface LiveFeedLog {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** The bars that were saved of the feed's symbols; what is damaged starts afresh. */
export function restoreLiveFeed(stored: unknown, symbols: readonly string[]): SavedLiveFeed {
  if (typeof stored !== "object" || stored === null || !("bars" in stored)) return {};
  const bars = stored.bars;
  if (typeof bars !== "object" || bars === null) return {};
  const entries = Object.entries(bars as Record<string, Partial<SymbolBars> | null>);
  return Object.fromEntries(
    entries.flatMap(([symbol, each]) => {
      if (!symbols.includes(symbol) || !isAggregator(each?.minute) || !isAggregator(each?.hour)) return [];
      return [[symbol, { minute: each.minute, hour: each.hour }]];
    }),
  );
}

function isAggregator(stored: unknown): stored is CandleAggregator {
  if (typeof stored !== "object" || stored === null || !("forming" in stored) || !("intervalMs" in stored))
    return false;
  const { forming } = stored;
  if (forming === null) return true;
  const names = ["time", "open", "high", "low", "close", "volume"] as const;
  return names.every((name) => Number.isFinite((forming as Record<string, unknown>)[name]));
}

/**
 * Real prices from a provider, made into one-minute bars. Asking goes on beside the trader: `advance` starts a poll
 * when one is due and hands out what has arrived since the last call. A price is never made up or given twice, so that
 * a provider in trouble shows as prices that grow old: then nothing new is opened, and flows wait.
 */
export function createLiveFeed(
  source: PriceSource,
  { saved, log, clockMs }: { saved: SavedLiveFeed; log: LiveFeedLog; clockMs: () => number },
): MarketFeed {
  const symbols = source.symbols.map((each): FeedSymbol => ({ ...each, interval: "1m", feed: "live" }));
  const marketOf = new Map(symbols.map(({ symbol, market }) => [symbol, market]));
  const bars = new Map(Object.entries(saved));
  const say = createIssueReporter(source.name, log);
  const polling = createPolling(source, say, clockMs);
  const arrivedAt = new Map<string, number>();
  let startedMs = 0;

  const take = (arrived: SourcePrice, nowMs: number): Moment | null => {
    const market = marketOf.get(arrived.symbol);
    if (market === undefined || !(Number.isFinite(arrived.price) && arrived.price > 0)) {
      say("malformed", `${arrived.symbol}: ${arrived.price} is no price`, nowMs);
      return null;
    }
    if (arrived.time !== null && nowMs - arrived.time > MAX_QUOTE_AGE_MS) {
      say(
        "market-closed",
        `${arrived.symbol}: the provider's price is ${toSeconds(nowMs - arrived.time)} s old`,
        nowMs,
      );
      return null;
    }
    arrivedAt.set(arrived.symbol, nowMs);
    const known = bars.get(arrived.symbol) ?? {
      minute: createCandleAggregator(intervalMs["1m"]),
      hour: createCandleAggregator(intervalMs["1h"]),
    };
    const taken = addToBars(known, arrived, chooseBarTime(arrived.time, nowMs, known));
    bars.set(arrived.symbol, taken.bars);
    const { symbol, price, dayBefore } = arrived;
    return { ...taken.moment, prices: [{ market, symbol, feed: "live", price, dayBefore, barTime: null }] };
  };

  return {
    name: "live",
    symbols,
    barIntervalMs: 1_000,
    forming: (symbol) => bars.get(symbol)?.minute.forming ?? null,
    advance(nowMs) {
      if (startedMs === 0) startedMs = nowMs;
      const polls = polling.arrivals(nowMs).map((arrived) => arrived.flatMap((price) => take(price, nowMs) ?? []));
      reportStaleSymbols(symbols, arrivedAt, startedMs, nowMs, say);
      return withLatestPrices(polls.filter((moments) => moments.length > 0).map(together));
    },
    save: () => ({ bars: Object.fromEntries(bars) }),
  };
}

/** Only the prices of the last moment are published: those of polls that came together go with it. */
function withLatestPrices(moments: Moment[]): Moment[] {
  const last = moments.at(-1);
  if (!last || moments.length === 1) return moments;
  const latest = new Map(moments.flatMap(({ prices }) => prices).map((price) => [price.symbol, price]));
  return [...moments.slice(0, -1), { ...last, prices: [...latest.values()] }];
}

const toSeconds = (ms: number): number => Math.round(ms / 1_000);

/** What one poll brought is one moment: candles first, then opens, as bots must see them. */
function together(moments: readonly Moment[]): Moment {
  const events = moments.flatMap((moment) => moment.events);
  return {
    prices: moments.flatMap(({ prices }) => prices),
    events: [...events.filter(({ type }) => type === "candle"), ...events.filter(({ type }) => type !== "candle")],
    closed: moments.flatMap(({ closed }) => closed),
  };
}

/** The provider's time where it is believable, else the time of arrival; never before the bar that is forming. */
function chooseBarTime(time: number | null, nowMs: number, { minute }: SymbolBars): number {
  const told = time !== null && time - nowMs <= MAX_CLOCK_LEAD_MS ? time : nowMs;
  return Math.max(told, minute.forming?.time ?? 0);
}

function addToBars(
  known: SymbolBars,
  { symbol, price }: SourcePrice,
  time: number,
): { bars: SymbolBars; moment: Omit<Moment, "prices"> } {
  const point = { time, price, volume: 0 };
  const minute = addPrice(known.minute, point);
  const hour = addPrice(known.hour, point);
  const closed: ClosedCandle[] = [];
  const events: BotEvent[] = [];
  if (minute.closed) {
    closed.push({ symbol, interval: "1m", candle: minute.closed });
    events.push({ type: "candle", symbol, candle: minute.closed, barSequence: minuteOf(minute.closed) });
    const barTime = time - (time % intervalMs["1m"]);
    events.push({ type: "open", symbol, price, barTime, barSequence: barTime / intervalMs["1m"] });
  }
  if (hour.closed) closed.push({ symbol, interval: "1h", candle: hour.closed });
  return { bars: { minute: minute.aggregator, hour: hour.aggregator }, moment: { closed, events } };
}

/** Minutes since 1970, as on the simulated feed. */
const minuteOf = ({ time }: Candle): number => time / intervalMs["1m"];

type Say = (kind: TroubleKind | "stale", message: string, nowMs: number) => void;

function createIssueReporter(name: string, log: LiveFeedLog): Say {
  const said = new Map<string, number>();
  return (kind, message, nowMs) => {
    const before = said.get(kind);
    if (before !== undefined && nowMs - before < SAY_AGAIN_MS) return;
    said.set(kind, nowMs);
    log.warn({ feed: name, trouble: kind }, message);
  };
}

function reportStaleSymbols(
  symbols: readonly FeedSymbol[],
  arrivedAt: ReadonlyMap<string, number>,
  startedMs: number,
  nowMs: number,
  say: Say,
): void {
  const ages = symbols.map(({ symbol }) => ({ symbol, age: nowMs - (arrivedAt.get(symbol) ?? startedMs) }));
  const stale = ages.filter(({ age }) => age > STALE_MS);
  const oldest = Math.max(...stale.map(({ age }) => age));
  if (stale.length === 0) return;
  const names = stale.map(({ symbol }) => symbol).join(", ");
  say("stale", `no price for up to ${toSeconds(oldest)} s: new orders wait (${names})`, nowMs);
}

/** One poll at a time, never sooner than the provider's pace, and later and later while it fails. */
function createPolling(
  source: PriceSource,
  say: Say,
  clockMs: () => number,
): { arrivals: (nowMs: number) => SourcePrice[][] } {
  let buffer: { atMs: number; prices: SourcePrice[] }[] = [];
  let isUnderWay = false;
  let nextMs = 0;
  let failures = 0;

  const poll = async (): Promise<void> => {
    try {
      const { prices, troubles } = await source.poll();
      failures = 0;
      buffer.push({ atMs: clockMs(), prices });
      for (const { kind, message } of troubles) say(kind, message, clockMs());
    } catch (error) {
      const { kind, message, retryAfterMs } = troubleOf(error);
      failures += 1;
      say(kind, message, clockMs());
      nextMs = clockMs() + pauseAfter(source.pollEveryMs, failures, retryAfterMs);
    }
    isUnderWay = false;
  };

  return {
    arrivals(nowMs) {
      if (!isUnderWay && nowMs >= nextMs) {
        isUnderWay = true;
        nextMs = nowMs + source.pollEveryMs;
        void poll();
      }
      const arrived = buffer;
      buffer = [];
      return arrived.filter(({ atMs }) => nowMs - atMs <= STALE_MS).map(({ prices }) => prices);
    },
  };
}

/** A source that fails in a way of its own is a feed without prices, never a trader that stops. */
function troubleOf(error: unknown): SourceTrouble {
  if (error instanceof SourceTrouble) return error;
  return new SourceTrouble("malformed", error instanceof Error ? error.message : String(error));
}

function pauseAfter(pollEveryMs: number, failures: number, retryAfterMs: number | null): number {
  const doubled = Math.min(pollEveryMs * 2 ** Math.min(failures, 16), Math.max(pollEveryMs, MAX_BACK_OFF_MS));
  return Math.max(doubled, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}
