import { type Candle, intervalMs } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { type BotEvent, type FeedBar, type MomentEvent, toBarEvents } from "./bot-event.ts";
import { checkOrder, type TimedSeries } from "./join-by-time.ts";

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

/** The bars that close at one time (epoch ms), after the breaks of series that have ended; null when no bars are left. */
export interface JoinedBars {
  readonly breaks: readonly BotEvent[];
  readonly bars: readonly FeedBar[];
  readonly closeTime: number | null;
}

const NO_BREAKS: readonly BotEvent[] = [];

/** The bars of series, joined by time, without the events that they give (`playOnce`). */
export function* joinBars(series: readonly PlayedSeries[]): Generator<JoinedBars> {
  series.forEach(checkOrder);
  const players = series.map((each): Player => {
    const dividends = each.dividends ?? [];
    return { ...each, dividends, next: 0, closeTime: findCloseTime(each, 0), paid: 0, isOver: false };
  });
  for (;;) {
    let closeTime = Infinity;
    for (const player of players) if (player.closeTime < closeTime) closeTime = player.closeTime;
    let breaks = NO_BREAKS;
    const bars: FeedBar[] = [];
    for (const player of players) {
      const candle = player.candles[player.next];
      if (candle !== undefined && player.closeTime === closeTime) bars.push(takeBar(player, candle));
      else if (candle === undefined && !player.isOver) {
        player.isOver = true;
        breaks = [...breaks, { type: "series-break", symbol: player.symbol }];
      }
    }
    yield { breaks, bars, closeTime: bars.length === 0 ? null : closeTime };
    if (bars.length === 0) return;
  }
}

interface Player extends PlayedSeries {
  readonly dividends: readonly Dividend[];
  /** The number of the next bar, and the time at which it closes (`findCloseTime`). */
  next: number;
  closeTime: number;
  /** The number of the next dividend. */
  paid: number;
  /** True after its break. */
  isOver: boolean;
}

function takeBar(player: Player, candle: Candle): FeedBar {
  const { symbol, dividends, next: barSequence } = player;
  player.next += 1;
  player.closeTime = findCloseTime(player, player.next);
  if (dividends.length === 0) return { symbol, candle, barSequence };
  const from = player.paid;
  while ((dividends[player.paid]?.exTime ?? Infinity) <= candle.time) player.paid += 1;
  const nextDividend = dividends[player.paid] ?? null;
  return { symbol, candle, barSequence, dividends: dividends.slice(from, player.paid), nextDividend };
}

/** Epoch ms; Infinity after the last bar. */
function findCloseTime({ candles, interval }: TimedSeries, bar: number): number {
  const candle = candles[bar];
  return candle === undefined ? Infinity : candle.time + intervalMs[interval];
}
