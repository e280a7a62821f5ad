import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { toItems, listUserTrades, type Trade } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

export function useUserTrades(): UseQueryResult<Trade[]> {
  return useQuery({
    queryKey: [listUserTrades.path],
    queryFn: async ({ signal }) => toItems(await call(listUserTrades, { signal })),
    refetchInterval: liveFiguresMs,
  });
}
