import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type BotHoldings, getBotHoldings } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

/** The holdings of a bot at the latest prices. */
export function useBotHoldings(botId: string): UseQueryResult<BotHoldings> {
  return useQuery({
    queryKey: [getBotHoldings.path, botId],
    queryFn: ({ signal }) => call(getBotHoldings, { params: { id: botId }, signal }),
    refetchInterval: getRefetchMs,
  });
}
