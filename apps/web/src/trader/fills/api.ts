import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { type BrokerFills, getBrokerFills } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

const PER_PAGE = "20";

/** A bot's trades beside the fills at its broker, newest first, page by page. */
export function useBrokerFills(botId: string): UseInfiniteQueryResult<InfiniteData<BrokerFills>> {
  return useInfiniteQuery({
    queryKey: [getBrokerFills.path, botId],
    queryFn: ({ pageParam, signal }) =>
      call(getBrokerFills, { params: { id: botId }, query: { limit: PER_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: getRefetchMs,
  });
}
