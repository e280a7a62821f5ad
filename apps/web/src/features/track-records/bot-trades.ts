import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { listBotTrades, type ClosedTrade, type Page } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

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
    refetchInterval: liveFiguresMs,
  });
}
