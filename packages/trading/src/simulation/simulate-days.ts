import { DAY_MS } from "@wazi/domain";
import type { DayClose } from "../candle.ts";
import { findHistoryStart } from "../months.ts";
import { roundPublishedPrice } from "./price-walk.ts";
import { nextFatTailed, seedRandom } from "./seeded-random.ts";
import { getSimulatedSymbol } from "./simulated-symbols.ts";

const DAYS_OF_YEAR = 365;
/** A day moves a price by at most this fraction, up or down. */
const MAX_MOVE = 0.2;

/**
 * The daily closes of a symbol in the 60 months before `endTime` (epoch ms), the oldest first. The last one, of the day before,
 * is `endPrice`: by default the price at which a walk starts then. Moves up and down are as likely, as in the walk. The same arguments
 * give the same closes.
 */
export function simulateDays(symbol: string, seed: string, endTime: number, endPrice?: number): readonly DayClose[] {
  const definition = getSimulatedSymbol(symbol);
  const random = seedRandom(seed, `days of ${symbol}`);
  const deviation = definition.yearlyVolatility / Math.sqrt(DAYS_OF_YEAR);
  const from = findHistoryStart(endTime);
  const count = Math.floor((endTime - from) / DAY_MS);
  let level = 1;
  const levels = Array.from({ length: count }, () => {
    level *= 1 + Math.max(-MAX_MOVE, Math.min(MAX_MOVE, nextFatTailed(random) * deviation));
    return level;
  });
  const scale = (endPrice ?? definition.startPrice) / level;
  return levels.map((each, day) => {
    return { symbol, time: from + day * DAY_MS, close: roundPublishedPrice(each * scale, definition) };
  });
}
