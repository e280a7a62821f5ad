import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { listUserTrades, type Page, type Trade } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";
import { toQuery, writeFilters, type TradeFilters } from "./trade-filters.ts";

const PER_PAGE = 25;

/** The investor's trades that match the filters, newest first, page by page. */
export function useTradeHistory(filters: TradeFilters): UseInfiniteQueryResult<InfiniteData<Page<Trade>>> {
  return useInfiniteQuery({
    queryKey: [listUserTrades.path, "history", writeFilters(filters)],
    queryFn: async ({ pageParam, signal }): Promise<Page<Trade>> => {
      const query = { ...toQuery(filters), limit: String(PER_PAGE), cursor: pageParam };
      const answer = await call(listUserTrades, { query, signal });
      return Array.isArray(answer) ? { items: answer, nextCursor: null } : answer;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}
