import type { Candle } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { toBarEvents, type BotEvent, type FeedBar } from "./bot-event.ts";

/** A series of bars, oldest first, with the dividends that went ex in it or are declared at its end, in order. */
export interface PlayedSeries {
  readonly symbol: string;
  readonly candles: readonly Candle[];
  readonly dividends?: readonly Dividend[];
}

/**
 * Gives the events of each series once, as a replay does: the first bar of every series, then the second of each, without
 * regard to their lengths and times. A series that ends breaks, so that an open trade closes at its last close. A dividend
 * counts as declared after the one before it has gone ex.
 */
export function* playOnce(series: readonly PlayedSeries[]): Generator<readonly BotEvent[]> {
  const players = series.map((each) => ({ ...each, dividends: each.dividends ?? [], paid: 0 }));
  const longest = players.reduce((most, { candles }) => Math.max(most, candles.length), 0);
  for (let barSequence = 0; barSequence <= longest; barSequence += 1) {
    const bars: FeedBar[] = [];
    const breaks: BotEvent[] = [];
    for (const player of players) {
      const { symbol, candles, dividends } = player;
      const candle = candles[barSequence];
      if (candle !== undefined) {
        const from = player.paid;
        while ((dividends[player.paid]?.exTime ?? Infinity) <= candle.time) player.paid += 1;
        const gone = dividends.slice(from, player.paid);
        bars.push({ symbol, candle, barSequence, dividends: gone, nextDividend: dividends[player.paid] ?? null });
      } else if (barSequence === candles.length) {
        breaks.push({ type: "series-break", symbol });
      }
    }
    yield [...breaks, ...toBarEvents(bars)];
  }
}
