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

/** The record of one bot, from its own closed trades. */
export function useTrackRecord(botId: string): UseQueryResult<TrackRecord> {
  return useQuery({
    queryKey: [getTrackRecord.path, botId],
    queryFn: ({ signal }) => call(getTrackRecord, { params: { id: botId }, signal }),
    refetchInterval: getRefetchMs,
  });
}

const PER_PAGE = 20;

/** A bot's closed trades, newest first, page by page, optionally of one symbol. */
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

/** Matches the shortest bars, which cover one minute. */
const EVERY_MS = 60_000;
/** The server's maximum. */
const MOST = "1000";
/** Beyond this age, 1-minute bars do not reach back to the start of the record. */
const MINUTES_REACH_MS = 16 * 3_600_000;

function createCandlesQuery(botId: string, symbol: string, interval: CandleInterval | undefined, limit?: string) {
  return {
    queryKey: [listBotCandles.path, botId, { symbol, interval, limit }],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Candles> =>
      call(listBotCandles, { params: { id: botId }, query: { symbol, interval, limit }, signal }),
    refetchInterval: EVERY_MS,
  };
}

/** The bars of one of the bot's symbols, by default with the shortest interval available. */
export function useCandles(
  botId: string,
  symbol: string,
  interval: CandleInterval | undefined,
): UseQueryResult<Candles> {
  return useQuery(createCandlesQuery(botId, symbol, interval));
}

/**
 * The bars of all symbols that a record is compared with, since its start. Empty for a replay feed, because its bars
 * have past timestamps and the record does not.
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

/** A stable function, so that the map keeps its identity until the data changes. */
function groupBySymbol(
  results: readonly Pick<UseQueryResult<Candles>, "data">[],
): ReadonlyMap<string, readonly ChartCandle[]> {
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.symbol, data.candles] as const])));
}
