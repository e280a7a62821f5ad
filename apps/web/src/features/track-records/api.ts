import {
  type InfiniteData,
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
} from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

/** What one bot has done here, from its own closed trades. */
export function useTrackRecord(botId: string): UseQueryResult<TrackRecord> {
  return useQuery({
    queryKey: [getTrackRecord.path, botId],
    queryFn: ({ signal }) => call(getTrackRecord, { params: { id: botId }, signal }),
    refetchInterval: getRefetchMs,
  });
}

const PER_PAGE = 20;

/** A bot's closed trades, newest first, page by page; of one symbol where it is given. */
export function useBotTrades(
  botId: string,
  { symbol, limit = PER_PAGE }: { symbol?: string; limit?: number } = {},
): UseInfiniteQueryResult<InfiniteData<Page<ClosedTrade>>> {
  return useInfiniteQuery({
    queryKey: [listBotTrades.path, botId, { symbol, limit }],
    queryFn: ({ pageParam, signal }) =>
      call(listBotTrades, {
        params: { id: botId },
        query: { symbol, limit: String(limit), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}

export type Candles = AnswerOf<typeof listBotCandles>;

/** The shortest bars are of a minute. */
const EVERY_MS = 60_000;
/** As many as the server gives at once. */
const MOST = "1000";
/** Longer ago than this, bars of a minute no longer reach back to the start. */
const MINUTES_REACH_MS = 16 * 3_600_000;

function createCandlesQuery(botId: string, symbol: string, interval: CandleInterval | undefined, limit?: string) {
  return {
    queryKey: [listBotCandles.path, botId, { symbol, interval, limit }],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Candles> =>
      call(listBotCandles, { params: { id: botId }, query: { symbol, interval, limit }, signal }),
    refetchInterval: EVERY_MS,
  };
}

/** The bars of one symbol that a bot trades; the shortest there are where no interval is named. */
export function useCandles(
  botId: string,
  symbol: string,
  interval: CandleInterval | undefined,
): UseQueryResult<Candles> {
  return useQuery(createCandlesQuery(botId, symbol, interval));
}

/**
 * The bars of all symbols that a record is compared with, since it began. None where the feed replays the past: its bars
 * have a time of their own, which the record has not.
 */
export function useBuyAndHoldCandles(record: TrackRecord): ReadonlyMap<string, readonly ChartCandle[]> {
  const age = record.since === null ? 0 : Date.parse(record.until) - Date.parse(record.since);
  const interval = age < MINUTES_REACH_MS ? "1m" : "1h";
  const symbols = record.feed === "replay" ? [] : record.buyAndHold.map(({ symbol }) => symbol);
  return useQueries({
    queries: symbols.map((symbol) => createCandlesQuery(record.botId, symbol, interval, MOST)),
    combine: groupBySymbol,
  });
}

/** The same function each time, so that the map stays the same until an answer is another. */
function groupBySymbol(
  results: readonly Pick<UseQueryResult<Candles>, "data">[],
): ReadonlyMap<string, readonly ChartCandle[]> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.symbol, data.candles] as const])));
}
