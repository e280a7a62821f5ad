import {
  addPrice,
  createCandleAggregator,
  getCalendar,
  intervalMs,
  isBarInSession,
  type BotEvent,
  type CandleAggregator,
} from "@wazi/trading";
import { createMomentEnds } from "./live-moment-ends.ts";
import { toBarSequence, type ClosedCandle, type FeedSymbol, type MarketFeed, type Moment } from "./market-feed.ts";
import { createLiveActions, restoreActions, type SavedActions } from "./live-actions.ts";
import {
  computeWaitMs,
  type PriceSource,
  type SourceIssueKind,
  type SourcePrice,
  toSourceError,
} from "./price-source.ts";

/** A price whose own time is older than this on arrival is not published. */
export const MAX_QUOTE_AGE_MS = 120_000;
/** Clocks differ: a price with a time further ahead than this gets the time of arrival instead. */
const MAX_CLOCK_LEAD_MS = 5_000;
/**
 * A symbol without a new price for this long is reported as stale, at any polling interval. A price that waited this long
 * because the trader was busy is not published, since it would look like a current one.
 */
const STALE_MS = 5_000;
/** Prices of a session's last minute may arrive this long after its end. */
const SESSION_END_MS = 30_000;
/** The same issue is logged once in this time. */
const REPEAT_MS = 60_000;

interface SymbolBars {
  minute: CandleAggregator;
  hour: CandleAggregator;
}

/** The forming bars by symbol, saved because their past prices cannot be requested again; and what is known of dividends and splits. */
export interface SavedLiveFeed {
  readonly bars: Readonly<Record<string, SymbolBars>>;
  readonly actions: SavedActions;
}

export const EMPTY_LIVE_FEED: SavedLiveFeed = { bars: {}, actions: { asked: {}, known: [] } };

export interface LiveFeedLog {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** Restores the forming bars of the feed's symbols. Damaged bars are left out. */
export function restoreLiveFeed(stored: unknown, symbols: readonly string[]): SavedLiveFeed {
  if (typeof stored !== "object" || stored === null || !("bars" in stored)) return EMPTY_LIVE_FEED;
  const actions = restoreActions("actions" in stored ? stored.actions : undefined, symbols);
  const bars = stored.bars;
  if (typeof bars !== "object" || bars === null) return { bars: {}, actions };
  const entries = Object.entries(bars as Record<string, Partial<SymbolBars> | null>);
  const restored = Object.fromEntries(
    entries.flatMap(([symbol, each]) => {
      if (!symbols.includes(symbol) || !isAggregator(each?.minute) || !isAggregator(each?.hour)) return [];
      return [[symbol, { minute: each.minute, hour: each.hour }]];
    }),
  );
  return { bars: restored, actions };
}

/** Leaves out the bars that began later than the clock's time, after the clock was ahead. */
export function setBackLiveFeed(saved: SavedLiveFeed, nowMs: number): SavedLiveFeed {
  const isPast = ({ forming }: CandleAggregator): boolean => forming === null || forming.time <= nowMs;
  const bars = Object.entries(saved.bars).filter(([, { minute, hour }]) => isPast(minute) && isPast(hour));
  return { ...saved, bars: Object.fromEntries(bars) };
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
 * Turns the prices of a provider into one-minute bars. Polling runs in the background: `advance` starts a poll when one is
 * due and returns what has arrived since the last call. A price is never invented or returned twice. When a provider
 * fails, its prices become stale: then no trades are opened and investors' flows wait.
 */
export function createLiveFeed(
  source: PriceSource,
  { saved, log, clockMs }: { saved: SavedLiveFeed; log: LiveFeedLog; clockMs: () => number },
): MarketFeed {
  const symbols = source.symbols.map((each): FeedSymbol => ({ ...each, interval: "1m", feed: "live" }));
  const marketOf = new Map(symbols.map(({ symbol, market }) => [symbol, market]));
  const bars = new Map(Object.entries(saved.bars));
  const report = createIssueReporter(source.name, log);
  const actions = createLiveActions(source, { saved: saved.actions, report, clockMs });
  const polling = createPolling(source, report, clockMs);
  const arrivedAt = new Map<string, number>();
  const momentEnds = createMomentEnds(symbols, (symbol) => bars.get(symbol)?.minute.forming?.time ?? null);
  let startedMs = 0;

  const toMoment = (arrived: SourcePrice, nowMs: number): Moment | null => {
    const market = marketOf.get(arrived.symbol);
    if (market === undefined || !(Number.isFinite(arrived.price) && arrived.price > 0)) {
      report("malformed", `${arrived.symbol}: ${arrived.price} is not a valid price`, nowMs);
      return null;
    }
    if (arrived.time !== null && nowMs - arrived.time > MAX_QUOTE_AGE_MS) {
      report(
        "market-closed",
        `${arrived.symbol}: the provider's price is ${toSeconds(nowMs - arrived.time)} s old`,
        nowMs,
      );
      return null;
    }
    if (!actions.isKnown(arrived.symbol, nowMs)) {
      report("actions-unknown", `${arrived.symbol} waits for the dividends and splits of the day`, nowMs);
      return null;
    }
    arrivedAt.set(arrived.symbol, nowMs);
    const known = bars.get(arrived.symbol) ?? {
      minute: createCandleAggregator(intervalMs["1m"]),
      hour: createCandleAggregator(intervalMs["1h"]),
    };
    const taken = addToBars(known, arrived, chooseBarTime(arrived.time, nowMs, known));
    bars.set(arrived.symbol, taken.bars);
    const { symbol, price, dayBefore, time } = arrived;
    const quotedAt = time === null ? {} : { quotedAt: Math.min(time, nowMs) };
    return {
      ...taken.moment,
      prices: [{ market, symbol, feed: "live", price, dayBefore, barTime: null, ...quotedAt }],
    };
  };

  return {
    name: "live",
    symbols,
    barIntervalMs: 1_000,
    hasSplits: source.readActions !== undefined,
    forming: (symbol) => bars.get(symbol)?.minute.forming ?? null,
    advance(nowMs) {
      if (startedMs === 0) startedMs = nowMs;
      const ended = symbols.flatMap((symbol) => endSession(symbol, bars, nowMs) ?? []);
      const gone: Moment = { prices: [], events: actions.take(nowMs), closed: [] };
      const first = momentEnds.addTo(mergeMoments([...ended, gone]), nowMs);
      const polls = polling.arrivals(nowMs).flatMap((arrived) => {
        const poll = arrived.flatMap((price) => toMoment(price, nowMs) ?? []);
        return poll.length > 0 ? [momentEnds.addTo(mergeMoments(poll), nowMs)] : [];
      });
      reportStaleSymbols(symbols, arrivedAt, startedMs, nowMs, report);
      const moments = withLatestPrices(polls);
      return first.events.length > 0 ? [first, ...moments] : moments;
    },
    save: () => ({ bars: Object.fromEntries(bars), actions: actions.save() }),
    readDays: async (wanted) => (await source.readDays?.(wanted)) ?? [],
  };
}

/**
 * Closes a symbol's last bar of a session by the clock, because no price of a later minute comes until the venue opens again.
 * The bots decide on it at once, and their orders wait for the next session. Null when there is no such bar.
 */
function endSession({ market, symbol }: FeedSymbol, bars: Map<string, SymbolBars>, nowMs: number): Moment | null {
  const known = bars.get(symbol);
  const forming = known?.minute.forming;
  if (!known || !forming) return null;
  const settledMs = nowMs - SESSION_END_MS;
  if (settledMs < forming.time + intervalMs["1m"]) return null;
  const calendar = getCalendar(market, symbol);
  const isOver =
    isBarInSession(calendar, forming.time, intervalMs["1m"]) &&
    !isBarInSession(calendar, settledMs - (settledMs % intervalMs["1m"]), intervalMs["1m"]);
  if (!isOver) return null;
  bars.set(symbol, { ...known, minute: { ...known.minute, forming: null } });
  return {
    prices: [],
    events: [{ type: "candle", symbol, candle: forming, barSequence: toBarSequence(forming) }],
    closed: [{ symbol, interval: "1m", candle: forming }],
  };
}

/** Only the prices of the last moment are published, so it gets the latest prices of all moments. */
function withLatestPrices(moments: Moment[]): Moment[] {
  const last = moments.at(-1);
  if (!last || moments.length === 1) return moments;
  const latest = new Map(moments.flatMap(({ prices }) => prices).map((price) => [price.symbol, price]));
  return [...moments.slice(0, -1), { ...last, prices: [...latest.values()] }];
}

const toSeconds = (ms: number): number => Math.round(ms / 1_000);

/** Merges the prices of one poll into one moment. Bots must see candles before opens. */
function mergeMoments(moments: readonly Moment[]): Moment {
  const events = moments.flatMap((moment) => moment.events);
  return {
    prices: moments.flatMap(({ prices }) => prices),
    events: [...events.filter(({ type }) => type === "candle"), ...events.filter(({ type }) => type !== "candle")],
    closed: moments.flatMap(({ closed }) => closed),
  };
}

/** The provider's time when it is plausible, otherwise the time of arrival. Never before the forming bar. */
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
    events.push({ type: "candle", symbol, candle: minute.closed, barSequence: toBarSequence(minute.closed) });
  }
  // After the end of a session the hour still forms, and the minute does not.
  const isSessionStart = known.minute.forming === null && known.hour.forming !== null;
  if (minute.closed || isSessionStart) {
    const barTime = time - (time % intervalMs["1m"]);
    events.push({ type: "open", symbol, price, barTime, barSequence: barTime / intervalMs["1m"] });
  }
  if (hour.closed) closed.push({ symbol, interval: "1h", candle: hour.closed });
  return { bars: { minute: minute.aggregator, hour: hour.aggregator }, moment: { closed, events } };
}

type Report = (
  kind: SourceIssueKind | "stale" | "late-action" | "actions-unknown",
  message: string,
  nowMs: number,
) => void;

function createIssueReporter(name: string, log: LiveFeedLog): Report {
  const reportedAt = new Map<string, number>();
  return (kind, message, nowMs) => {
    const before = reportedAt.get(kind);
    if (before !== undefined && nowMs - before < REPEAT_MS) return;
    reportedAt.set(kind, nowMs);
    log.warn({ feed: name, issue: kind }, message);
  };
}

function reportStaleSymbols(
  symbols: readonly FeedSymbol[],
  arrivedAt: ReadonlyMap<string, number>,
  startedMs: number,
  nowMs: number,
  report: Report,
): void {
  const ages = symbols.map(({ symbol }) => ({ symbol, age: nowMs - (arrivedAt.get(symbol) ?? startedMs) }));
  const stale = ages.filter(({ age }) => age > STALE_MS);
  const oldest = Math.max(...stale.map(({ age }) => age));
  if (stale.length === 0) return;
  const names = stale.map(({ symbol }) => symbol).join(", ");
  report("stale", `no price for up to ${toSeconds(oldest)} s; new orders wait (${names})`, nowMs);
}

/** Runs one poll at a time, at the interval that the provider allows, and with growing waits after failures. */
function createPolling(
  source: PriceSource,
  report: Report,
  clockMs: () => number,
): { arrivals: (nowMs: number) => SourcePrice[][] } {
  let buffer: { atMs: number; prices: SourcePrice[] }[] = [];
  let isPolling = false;
  let nextMs = 0;
  let failures = 0;

  const poll = async (): Promise<void> => {
    try {
      const { prices, issues } = await source.poll();
      failures = 0;
      buffer.push({ atMs: clockMs(), prices });
      for (const { kind, message } of issues) report(kind, message, clockMs());
    } catch (error) {
      const { kind, message, retryAfterMs } = toSourceError(error);
      failures += 1;
      report(kind, message, clockMs());
      nextMs = clockMs() + computeWaitMs(source.pollEveryMs, failures, retryAfterMs);
    }
    isPolling = false;
  };

  return {
    arrivals(nowMs) {
      if (!isPolling && nowMs >= nextMs) {
        isPolling = true;
        nextMs = nowMs + source.pollEveryMs;
        void poll();
      }
      const arrived = buffer;
      buffer = [];
      return arrived.filter(({ atMs }) => nowMs - atMs <= STALE_MS).map(({ prices }) => prices);
    },
  };
}
