import type { AnswerOf, ClosedTrade, listBotCandles, Page, TrackRecord } from "@wazi/contracts";

type Candles = AnswerOf<typeof listBotCandles>;

/** After this many points the whole series is read again, which the server thins out. */
const MAX_POINTS = 2_000;

/** The cursor to send as `after`; undefined to get the whole series. */
export function findSeriesStart(known: TrackRecord | undefined): string | undefined {
  return known === undefined || known.series.length >= MAX_POINTS ? undefined : known.seriesCursor;
}

/** Adds the rest of a series to what is known of it. */
export function mergeRecord(known: TrackRecord | undefined, answer: TrackRecord): TrackRecord {
  if (known === undefined || !answer.isSeriesRest) return answer;
  return { ...answer, isSeriesRest: false, series: [...known.series, ...answer.series] };
}

/**
 * Adds a page that begins with the newest trades to the known ones, both newest first. Null when they do not meet: then
 * everything must be read again.
 */
export function mergeTrades(
  known: Page<ClosedTrade>,
  page: Page<ClosedTrade>,
  limit: number,
): Page<ClosedTrade> | null {
  const meetsAt = page.items.findIndex(({ id }) => id === known.items[0]?.id);
  if (meetsAt < 0) return null;
  const items = [...page.items.slice(0, meetsAt), ...known.items];
  return { ...known, items: items.slice(0, limit), nextCursor: items.length > limit ? "more" : known.nextCursor };
}

/**
 * Adds the newest bars to the known ones, both oldest first, and keeps as many as before. Null when they do not meet: a gap,
 * or bars of another pass of a replay.
 */
export function mergeCandles(known: Candles, newest: Candles): Candles | null {
  const [first, last] = [newest.candles[0], newest.candles.at(-1)];
  const knownLast = known.candles.at(-1);
  if (first === undefined || last === undefined || knownLast === undefined) return null;
  if (first.time > knownLast.time || last.time < knownLast.time) return null;
  const candles = [...known.candles.filter(({ time }) => time < first.time), ...newest.candles];
  return { ...known, candles: candles.slice(-Math.max(known.candles.length, newest.candles.length)) };
}
