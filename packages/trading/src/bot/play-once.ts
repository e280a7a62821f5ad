import { intervalMs } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { toBarEvents, type BotEvent, type FeedBar, type MomentEvent } from "./bot-event.ts";
import { numberMoments, type TimedSeries } from "./join-by-time.ts";

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
  const moments = numberMoments(series);
  const players = series.map((each, place) => {
    return { ...each, dividends: each.dividends ?? [], moments: moments[place] ?? new Int32Array(), next: 0, paid: 0 };
  });
  const last = players.reduce((latest, player) => Math.max(latest, player.moments.at(-1) ?? -1), -1);
  for (let moment = 0; moment <= last + 1; moment += 1) {
    const bars: FeedBar[] = [];
    const breaks: BotEvent[] = [];
    let closeTime: number | null = null;
    for (const player of players) {
      const { symbol, candles, dividends, next: barSequence } = player;
      const candle = candles[barSequence];
      if (candle !== undefined && player.moments[barSequence] === moment) {
        player.next += 1;
        const from = player.paid;
        while ((dividends[player.paid]?.exTime ?? Infinity) <= candle.time) player.paid += 1;
        const gone = dividends.slice(from, player.paid);
        closeTime = candle.time + intervalMs[player.interval];
        bars.push({ symbol, candle, barSequence, dividends: gone, nextDividend: dividends[player.paid] ?? null });
      } else if ((player.moments.at(-1) ?? -1) === moment - 1) {
        breaks.push({ type: "series-break", symbol });
      }
    }
    const ends: MomentEvent[] = closeTime === null ? [] : [{ type: "moment-end", time: closeTime }];
    yield [...breaks, ...toBarEvents(bars), ...ends];
  }
}
