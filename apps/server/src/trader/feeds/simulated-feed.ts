import { SECOND_MS } from "@wazi/contracts";
import { setImmediate } from "node:timers/promises";
import {
  addPrice,
  createCandleAggregator,
  createSimulatedMarket,
  fundSymbols,
  skipMarketTime,
  intervalMs,
  getNextDividend,
  reseedMarket,
  restoreSimulatedMarket,
  setBackMarketTime,
  simulateInParts,
  getSimulatedSymbol,
  stepSecond,
  type BotEvent,
  type Candle,
  type CandleAggregator,
  type Dividend,
  type MomentEvent,
  type PricePoint,
  type SimulatedMarketState,
  type SymbolHistory,
} from "@wazi/trading";
import {
  toBarSequence,
  type ClosedCandle,
  type FeedPrice,
  type FeedSymbol,
  type MarketFeed,
  type Moment,
} from "./market-feed.ts";

const HISTORY_MS = 90 * intervalMs["1d"];
/** The change of the day is computed from hourly closes. One day of them is kept. */
const DAY_HOURS = 24;
/** After a delay, or when the machine is too slow, a fast market plays at most this many seconds at once and skips none. */
const MAX_SECONDS_PER_ADVANCE = 3_600;

interface SymbolBars {
  minute: CandleAggregator;
  hour: CandleAggregator;
  /** Closes of the last hours, oldest first. */
  hourCloses: number[];
}

/** The saved state of the simulated feed. */
interface SavedSimulation {
  market: SimulatedMarketState;
  bars: Record<string, SymbolBars>;
  /** True when the market's time was not the clock's, because it ran faster. */
  hasOwnTime?: boolean;
}

/** The start of a simulated feed, with a history of 90 days. */
export interface SimulationStart {
  saved: SavedSimulation;
  candles: ClosedCandle[];
}

/**
 * Generates the history up to `nowMs`. The same seed and time give the same prices. With `liveSeed`, live prices continue with the
 * random numbers of that seed: a history is public, so its own generator may be a fast one that can be foretold.
 */
export async function startSimulation(
  symbols: readonly string[],
  seed: string,
  nowMs: number,
  { liveSeed, signal }: SimulationOptions = {},
): Promise<SimulationStart> {
  const histories = await simulateHistories(symbols, seed, nowMs, signal);
  const market = createSimulatedMarket(histories.map(({ walk }) => walk));
  return {
    saved: {
      market: liveSeed === undefined ? market : reseedMarket(market, liveSeed),
      bars: toBars(histories),
    },
    candles: toClosedCandles(histories),
  };
}

/**
 * Adds the symbols that a saved feed does not have yet, with a history up to its time. Its own symbols continue at their prices.
 * The new ones share the calm and active times of their groups from then on.
 */
export async function addSymbols(
  saved: SavedSimulation,
  symbols: readonly string[],
  seed: string,
  { liveSeed, signal }: SimulationOptions = {},
): Promise<SimulationStart> {
  const known = saved.market.walks;
  const added = symbols.filter((symbol) => known.every((walk) => walk.symbol !== symbol));
  if (added.length === 0) return { saved, candles: [] };
  const histories = await simulateHistories(added, seed, saved.market.time, signal);
  const market = createSimulatedMarket(histories.map(({ walk }) => walk));
  const walks = (liveSeed === undefined ? market : reseedMarket(market, liveSeed)).walks.map((walk) => {
    const { group } = getSimulatedSymbol(walk.symbol);
    const other = known.find(({ symbol }) => getSimulatedSymbol(symbol).group === group);
    return other === undefined ? walk : { ...walk, common: other.common };
  });
  return {
    saved: {
      ...saved,
      market: createSimulatedMarket([...known, ...walks]),
      bars: { ...saved.bars, ...toBars(histories) },
    },
    candles: toClosedCandles(histories),
  };
}

export interface SimulationOptions {
  liveSeed?: string | undefined;
  signal?: AbortSignal | undefined;
}

async function simulateHistories(
  symbols: readonly string[],
  seed: string,
  nowMs: number,
  signal: AbortSignal | undefined,
): Promise<SymbolHistory[]> {
  const histories: SymbolHistory[] = [];
  for (const symbol of symbols) {
    const parts = simulateInParts(symbol, seed, nowMs - HISTORY_MS, nowMs);
    let part = parts.next();
    for (; !part.done; part = parts.next()) {
      // Lets the server answer requests meanwhile.
      await setImmediate();
      signal?.throwIfAborted();
    }
    histories.push(part.value);
  }
  return histories;
}

function toBars(histories: readonly SymbolHistory[]): Record<string, SymbolBars> {
  return Object.fromEntries(histories.map((history) => [history.symbol, toSymbolBars(history)]));
}

function toClosedCandles(histories: readonly SymbolHistory[]): ClosedCandle[] {
  return histories.flatMap(({ symbol, hourCandles, minuteCandles }) => [
    ...hourCandles.map((candle) => ({ symbol, interval: "1h" as const, candle })),
    ...minuteCandles.map((candle) => ({ symbol, interval: "1m" as const, candle })),
  ]);
}

/** Continues a saved feed at its prices with the random numbers of another seed. */
export function reseedSimulation(saved: SavedSimulation, seed: string): SavedSimulation {
  return { ...saved, market: reseedMarket(saved.market, seed) };
}

function toSymbolBars({ minute, hour, hourCandles }: SymbolHistory): SymbolBars {
  return { minute, hour, hourCloses: hourCandles.slice(-DAY_HOURS).map(({ close }) => close) };
}

/**
 * Returns the saved state, or null when it is damaged, of another version or of other symbols. The funds of the core portfolios
 * may be missing, which an earlier version did not have (`addSymbols`).
 */
export function restoreSimulation(stored: unknown, symbols: readonly string[]): SavedSimulation | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { market: storedMarket, bars, hasOwnTime } = stored as Partial<SavedSimulation>;
  const market = restoreSimulatedMarket(storedMarket);
  if (!market || typeof bars !== "object") return null;
  const known = market.walks.map(({ symbol }) => symbol);
  const expected = symbols.filter((symbol) => known.includes(symbol) || !fundSymbols.includes(symbol));
  const isSame = known.join() === expected.join() && known.every((symbol) => bars[symbol]);
  return isSame ? { market, bars, hasOwnTime: hasOwnTime === true } : null;
}

/** True when a saved feed has all of the symbols. */
export function hasSymbols({ market }: SavedSimulation, symbols: readonly string[]): boolean {
  return market.walks.length === symbols.length;
}

/**
 * Continues a saved feed at the clock's time after the clock was ahead: at its prices, without the bars that began later
 * than the clock. A feed with its own time does not change.
 */
export function setBackSimulation(saved: SavedSimulation, nowMs: number): SavedSimulation {
  if (saved.hasOwnTime === true || saved.market.time <= nowMs) return saved;
  const setBack = (bars: CandleAggregator): CandleAggregator =>
    (bars.forming?.time ?? 0) > nowMs ? { ...bars, forming: null } : bars;
  const bars = Object.entries(saved.bars).map(([symbol, { minute, hour, hourCloses }]): [string, SymbolBars] => [
    symbol,
    { minute: setBack(minute), hour: setBack(hour), hourCloses },
  ]);
  const market = setBackMarketTime(saved.market, nowMs - (nowMs % SECOND_MS));
  return { ...saved, market, bars: Object.fromEntries(bars) };
}

function toDividendEvent(symbol: string, { amount, exTime }: Dividend, barTime: number): BotEvent {
  return { type: "dividend", symbol, amount, exTime, barSequence: barTime / intervalMs["1m"] };
}

function toCandleEvent(symbol: string, candle: Candle, nextDividend: Dividend | null): BotEvent {
  return { type: "candle", symbol, candle, barSequence: toBarSequence(candle), nextDividend };
}

/** The end of the moment at which these minutes close; none without a minute. */
function endMoment(closed: readonly ClosedCandle[]): MomentEvent[] {
  const times = closed.flatMap(({ interval, candle }) => (interval === "1m" ? [candle.time + intervalMs["1m"]] : []));
  return times.length === 0 ? [] : [{ type: "moment-end", time: Math.max(...times) }];
}

/** Adds a price to the bars of its symbol. Returns the closed bars, and whether a new minute opened. */
function addToBars(
  bars: Map<string, SymbolBars>,
  symbol: string,
  point: PricePoint,
): { closed: ClosedCandle[]; opened: boolean } {
  const known = bars.get(symbol) ?? {
    minute: createCandleAggregator(intervalMs["1m"]),
    hour: createCandleAggregator(intervalMs["1h"]),
    hourCloses: [],
  };
  const minute = addPrice(known.minute, point);
  const hour = addPrice(known.hour, point);
  const closed: ClosedCandle[] = [];
  if (minute.closed) closed.push({ symbol, interval: "1m", candle: minute.closed });
  if (hour.closed) closed.push({ symbol, interval: "1h", candle: hour.closed });
  const hourCloses = hour.closed ? [...known.hourCloses, hour.closed.close].slice(-DAY_HOURS) : known.hourCloses;
  bars.set(symbol, { minute: minute.aggregator, hour: hour.aggregator, hourCloses });
  return { closed, opened: minute.closed !== null };
}

/** How fast simulated time passes: seconds per second of the clock, a whole number. */
export interface SimulationPace {
  readonly speed: number;
  readonly nowMs: number;
}

/**
 * Prices from seeded random walks, one for each simulated second, combined into one-minute bars. At speed 1 the time is the
 * clock's, and a downtime is skipped. Faster, or while it is ahead of the clock from a faster run, the market has its own
 * time: a restart continues it exactly.
 */
export function createSimulatedFeed(
  start: SavedSimulation,
  pace: SimulationPace = { speed: 1, nowMs: 0 },
  readDays: NonNullable<MarketFeed["readDays"]> = () => Promise.resolve([]),
): MarketFeed {
  let { market } = start;
  const hasOwnTime = pace.speed > 1 || (start.hasOwnTime === true && market.time > pace.nowMs);
  const bars = new Map(Object.entries(start.bars));
  const symbols = market.walks.map(({ symbol }): FeedSymbol => {
    return { market: getSimulatedSymbol(symbol).market, symbol, interval: "1m", feed: "simulated", hasOwnTime };
  });
  let lastStepMs = 0;

  const step = (timeMs: number): Moment => {
    const stepped = stepSecond(market);
    market = stepped.state;
    const closed: ClosedCandle[] = [];
    const dividends: BotEvent[] = [];
    const opens: BotEvent[] = [];
    for (const { symbol, price, volume, dividend } of stepped.prices) {
      const taken = addToBars(bars, symbol, { time: timeMs, price, volume });
      closed.push(...taken.closed);
      const barTime = timeMs - (timeMs % intervalMs["1m"]);
      if (dividend) dividends.push(toDividendEvent(symbol, dividend, barTime));
      if (taken.opened) opens.push({ type: "open", symbol, price, barTime, barSequence: barTime / intervalMs["1m"] });
    }
    const candles = closed
      .filter(({ interval }) => interval === "1m")
      .map(({ symbol, candle }) => toCandleEvent(symbol, candle, getNextDividend(market, symbol)));
    const barTime = hasOwnTime ? timeMs - (timeMs % intervalMs["1m"]) : null;
    const prices = stepped.prices.map(({ symbol, price }): FeedPrice => {
      const dayBefore = bars.get(symbol)?.hourCloses[0] ?? null;
      return { market: getSimulatedSymbol(symbol).market, symbol, feed: "simulated", price, dayBefore, barTime };
    });
    return { prices, events: [...candles, ...endMoment(closed), ...dividends, ...opens], closed };
  };

  /** The moment of the clock's second. After a pause, prices continue where they stopped, but dividends follow the calendar. */
  const followClock = (secondMs: number): Moment[] => {
    const forming = Math.max(...[...bars.values()].map(({ minute }) => minute.forming?.time ?? 0));
    if (secondMs < forming) return [];
    if (secondMs - market.time > SECOND_MS) market = skipMarketTime(market, secondMs - SECOND_MS);
    return [step(secondMs)];
  };

  /** The moments of the simulated seconds that are due; of those without events only the last, for its prices. */
  const playOwnTime = (elapsedMs: number): Moment[] => {
    const due = Math.min((elapsedMs / SECOND_MS) * pace.speed, MAX_SECONDS_PER_ADVANCE);
    const moments: Moment[] = [];
    for (let second = 1; second <= due; second += 1) {
      const moment = step(market.time + SECOND_MS);
      if (second === due || moment.events.length > 0) moments.push(moment);
    }
    return moments;
  };

  return {
    name: "simulated",
    symbols,
    barIntervalMs: SECOND_MS,
    forming: (symbol) => bars.get(symbol)?.minute.forming ?? null,
    advance(nowMs) {
      // When the clock was set back, nothing is due until it has caught up.
      const secondMs = nowMs - (nowMs % SECOND_MS);
      if (secondMs <= lastStepMs) return [];
      const elapsedMs = lastStepMs === 0 ? SECOND_MS : secondMs - lastStepMs;
      const moments = hasOwnTime ? playOwnTime(elapsedMs) : followClock(secondMs);
      if (moments.length > 0) lastStepMs = secondMs;
      return moments;
    },
    readDays,
    save: () => ({ market, bars: Object.fromEntries(bars), hasOwnTime }) satisfies SavedSimulation,
  };
}
