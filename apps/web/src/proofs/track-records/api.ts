import {
  type InfiniteData,
  type QueryFunctionContext,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueries,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import {
  type AnswerOf,
  type CandleInterval,
  type ChartCandle,
  type ClosedTrade,
  getTrackRecord,
  listBotCandles,
  listBotTrades,
  type Page,
  type TrackRecord,
  type UserBot,
} from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs, POLL_MS } from "../../lib/query-client.ts";

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

/** Asks only for what came since the last answer. */
function createRecordQuery(botId: string) {
  return {
    queryKey: [getTrackRecord.path, botId],
    queryFn: async ({ client, queryKey, signal }: QueryFunctionContext): Promise<TrackRecord> => {
      const known = client.getQueryData<TrackRecord>(queryKey);
      const query = { after: findSeriesStart(known) };
      return mergeRecord(known, await call(getTrackRecord, { params: { id: botId }, query, signal }));
    },
    refetchInterval: getRefetchMs,
  };
}

/** The record of one bot, from its own closed trades. */
export function useTrackRecord(botId: string): UseQueryResult<TrackRecord> {
  return useQuery(createRecordQuery(botId));
}

/** The records of several bots, as far as they have loaded. */
export function useTrackRecords(botIds: readonly string[]): readonly TrackRecord[] {
  return useQueries({ queries: botIds.map(createRecordQuery), combine: collectData });
}

/** Stable functions, so that results keep their identity until the data changes. */
function collectData(results: readonly Pick<UseQueryResult<TrackRecord>, "data">[]): readonly TrackRecord[] {
  return results.flatMap(({ data }) => data ?? []);
}

const PER_PAGE = "20";

/** A bot's closed trades, newest first, page by page. */
export function useBotTrades(botId: string): UseInfiniteQueryResult<InfiniteData<Page<ClosedTrade>>> {
  return useInfiniteQuery({
    queryKey: [listBotTrades.path, botId],
    queryFn: ({ pageParam, signal }) =>
      call(listBotTrades, { params: { id: botId }, query: { limit: PER_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}

/** The server's maximum. The visible bars have no room for more. */
export const MARKED_TRADES = 200;

/** The newest closed trades of one symbol, for marks on a chart. Only new ones are asked for again. */
export function useMarkedTrades(botId: string, symbol: string): Page<ClosedTrade> | undefined {
  return useQuery({
    queryKey: [listBotTrades.path, botId, { symbol }],
    queryFn: async ({ client, queryKey, signal }) => {
      const load = (from: string | undefined) =>
        call(listBotTrades, { params: { id: botId }, query: { symbol, from, limit: String(MARKED_TRADES) }, signal });
      const known = client.getQueryData<Page<ClosedTrade>>(queryKey);
      const from = known?.items[0]?.executedAt;
      const page = await load(from);
      if (known === undefined || from === undefined) return page;
      return mergeTrades(known, page, MARKED_TRADES) ?? load(undefined);
    },
    refetchInterval: getRefetchMs,
  }).data;
}

const EARLIER_TRADES = "5";

/**
 * The latest trades that each bot closed before the investor joined it; null until all have loaded. A bot whose trades
 * cannot be loaded has none.
 */
export function useEarlierClosings(
  positions: readonly Pick<UserBot, "botId" | "activatedAt">[],
): readonly ClosedTrade[] | null {
  return useQueries({
    queries: positions.map(({ botId, activatedAt: to }) => ({
      queryKey: [listBotTrades.path, botId, { to }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(listBotTrades, { params: { id: botId }, query: { to, limit: EARLIER_TRADES }, signal }),
    })),
    combine: collectClosings,
  });
}

function collectClosings(
  results: readonly Pick<UseQueryResult<Page<ClosedTrade>>, "data" | "isPending">[],
): readonly ClosedTrade[] | null {
  return results.some(({ isPending }) => isPending) ? null : results.flatMap(({ data }) => data?.items ?? []);
}

export type Candles = AnswerOf<typeof listBotCandles>;

/** Matches the shortest bars, which cover one minute. */
const EVERY_MS = 60_000;
/** The server's maximum. */
const MOST = 1_000;
/** 3,000 hours are 125 days, and 3,000 minutes are 50 hours: all minutes that are kept. */
const MOST_PAGES = 3;
/** Beyond this age, 1-minute bars do not reach back to the start of the record. */
const MINUTES_REACH_MS = 48 * 3_600_000;

interface WantedCandles {
  botId: string;
  symbol: string;
  /** By default the shortest available. */
  interval: CandleInterval | undefined;
  /** How far back, from the newest bar. Infinity for as far as three pages reach. */
  reachMs: number;
}

/** Reads page by page, newest first, until the bars reach back far enough from the newest. */
async function loadCandles({ botId, symbol, interval, reachMs }: WantedCandles, signal: AbortSignal): Promise<Candles> {
  const load = (to: string | undefined) =>
    call(listBotCandles, { params: { id: botId }, query: { symbol, interval, to, limit: String(MOST) }, signal });
  let page = await load(undefined);
  let { candles } = page;
  const oldest = Date.parse(candles.at(-1)?.time ?? "") - reachMs;
  for (let pages = 1; pages < MOST_PAGES && page.candles.length === MOST; pages += 1) {
    const first = page.candles[0]?.time;
    if (first === undefined || Date.parse(first) <= oldest) break;
    page = await load(first);
    candles = [...page.candles, ...candles];
  }
  return { ...page, candles };
}

/** More than close in a minute, unless prices move much faster than the clock. */
const NEWEST = "100";

/** Asks only for the newest bars, if they meet the known ones. */
function createCandlesQuery(wanted: WantedCandles, everyMs = EVERY_MS) {
  return {
    queryKey: [listBotCandles.path, wanted],
    queryFn: async ({ client, queryKey, signal }: QueryFunctionContext): Promise<Candles> => {
      const known = client.getQueryData<Candles>(queryKey);
      if (known === undefined || known.candles.length === 0) return loadCandles(wanted, signal);
      const query = { symbol: wanted.symbol, interval: wanted.interval, limit: NEWEST };
      const newest = await call(listBotCandles, { params: { id: wanted.botId }, query, signal });
      return mergeCandles(known, newest) ?? loadCandles(wanted, signal);
    },
    // A feed that has just started has its first bar within a minute.
    refetchInterval: ({ state }: { state: { data: Candles | undefined } }) =>
      state.data?.candles.length === 0 ? POLL_MS : everyMs,
  };
}

/** The bars of one of the bot's symbols, read again each minute or every `everyMs`. */
export function useCandles(wanted: WantedCandles, everyMs?: number): UseQueryResult<Candles> {
  return useQuery(createCandlesQuery(wanted, everyMs));
}

/**
 * False when the bars have a time of their own (a replay, or simulated markets faster than the clock), because the record
 * is by the clock.
 */
export function hasBuyAndHoldBars({ averageHoldingBarSeconds, feed, buyAndHold }: TrackRecord): boolean {
  return averageHoldingBarSeconds === null && feed !== "replay" && buyAndHold.length > 0;
}

/** The bars of all symbols that a record is compared with, since its start, once they are wanted. */
export function useBuyAndHoldCandles(
  record: TrackRecord,
  isWanted: boolean,
): ReadonlyMap<string, readonly ChartCandle[]> {
  const age = record.since === null ? 0 : Date.parse(record.until) - Date.parse(record.since);
  const isYoung = age < MINUTES_REACH_MS;
  const symbols = isWanted ? record.buyAndHold.map(({ symbol }) => symbol) : [];
  return useQueries({
    queries: symbols.map((symbol) =>
      createCandlesQuery({
        botId: record.botId,
        symbol,
        interval: isYoung ? "1m" : "1h",
        reachMs: isYoung ? MINUTES_REACH_MS : Infinity,
      }),
    ),
    combine: groupBySymbol,
  });
}

function groupBySymbol(
  results: readonly Pick<UseQueryResult<Candles>, "data">[],
): ReadonlyMap<string, readonly ChartCandle[]> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.symbol, data.candles] as const])));
}
