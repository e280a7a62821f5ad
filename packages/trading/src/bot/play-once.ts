import { type Candle, intervalMs } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { type BotEvent, type FeedBar, type MomentEvent, toBarEvents } from "./bot-event.ts";
import { listCloses, type TimedSeries } from "./join-by-time.ts";

/** A series of bars, oldest first, with the dividends that went ex in it or are declared at its end, in order. */
export interface PlayedSeries extends TimedSeries {
  readonly dividends?: readonly Dividend[];
}

/**
 * Gives the events of each series once, joined by time as a replay does: at each moment the bars that close then, in the order
 * of the series, and its end, so that a bot never sees bars of different times side by side. A series that ends breaks before the next
 * moment, so that an open trade closes at its last close. A dividend counts as declared after the one before it has gone ex.
 * @throws RangeError for a step back in time
 */
export function* playOnce(series: readonly PlayedSeries[]): Generator<readonly MomentEvent[]> {
  for (const { breaks, bars, closeTime } of joinBars(series)) {
    const end: MomentEvent[] = closeTime === null ? [] : [{ type: "moment-end", time: closeTime }];
    yield [...breaks, ...toBarEvents(bars), ...end];
  }
}

/**
 * The bars that close at one time (epoch ms), after the breaks of series that have ended; null when no bars are left. The bars are
 * the same objects at each moment, and change with the next one.
 */
export interface JoinedBars {
  readonly breaks: readonly BotEvent[];
  readonly bars: readonly JoinedBar[];
  readonly closeTime: number | null;
}

/** A bar with the time and the close of its candle beside it: candles lie far apart in memory, and most bars need no more. */
export interface JoinedBar extends FeedBar {
  readonly time: number;
  readonly close: number;
}

const NO_BREAKS: readonly BotEvent[] = [];

/** The bars of series, joined by time, without the events that they give (`playOnce`). */
export function* joinBars(series: readonly PlayedSeries[]): Generator<JoinedBars> {
  const players = series.map((each) => new Player(each));
  for (;;) {
    let closeTime = Infinity;
    for (const player of players) if (player.closeTime < closeTime) closeTime = player.closeTime;
    const isEnd = closeTime === Infinity;
    let breaks = NO_BREAKS;
    const bars: JoinedBar[] = [];
    for (const player of players) {
      if (player.closeTime === Infinity) {
        if (!player.isOver) breaks = [...breaks, player.endSeries()];
      } else if (player.closeTime === closeTime) bars.push(player.takeBar());
    }
    yield { breaks, bars, closeTime: isEnd ? null : closeTime };
    if (isEnd) return;
  }
}

/** A place in a series. It reads the bars once in the order of the series, and moves over columns. */
class Player {
  /** True after its break. */
  isOver = false;
  /** The time at which the next bar closes (epoch ms); Infinity after the last. */
  closeTime: number;
  private readonly symbol: string;
  /** Given again with each bar, because a portfolio has so many that new objects slow it down. */
  private readonly bar: { -readonly [Key in keyof JoinedBar]: JoinedBar[Key] };
  private readonly candles: readonly Candle[];
  private readonly barMs: number;
  private readonly closeTimes: Float64Array;
  private readonly closes: Float64Array;
  private readonly dividends: readonly Dividend[];
  /** The number of the next bar. */
  private next = 0;
  /** The number of the next dividend. */
  private paid = 0;

  constructor(series: PlayedSeries) {
    const { symbol, candles, interval, dividends = [] } = series;
    this.symbol = symbol;
    this.candles = candles;
    this.barMs = intervalMs[interval];
    this.dividends = dividends;
    const { times, closes } = listCloses(series);
    this.closeTimes = times;
    this.closes = closes;
    this.closeTime = this.closeTimes[0] ?? Infinity;
    this.bar = { symbol, candle: candles[0] as Candle, barSequence: 0, time: 0, close: 0 };
  }

  takeBar(): JoinedBar {
    const { bar, dividends, next: barSequence } = this;
    const candle = this.candles[barSequence] as Candle;
    const close = this.closes[barSequence] as number;
    const time = this.closeTime - this.barMs;
    this.next += 1;
    this.closeTime = this.closeTimes[this.next] ?? Infinity;
    bar.candle = candle;
    bar.barSequence = barSequence;
    bar.time = time;
    bar.close = close;
    if (dividends.length === 0) return bar;
    const from = this.paid;
    while ((dividends[this.paid]?.exTime ?? Infinity) <= time) this.paid += 1;
    bar.dividends = dividends.slice(from, this.paid);
    bar.nextDividend = dividends[this.paid] ?? null;
    return bar;
  }

  endSeries(): BotEvent {
    this.isOver = true;
    return { type: "series-break", symbol: this.symbol };
  }
}
