import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getBalanceHistory, type BalancePoint } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/** What the investor had at the end of each of the last 90 days, today as it is now. */
export function useBalanceHistory(): UseQueryResult<BalancePoint[]> {
  return useQuery({
    queryKey: [getBalanceHistory.path],
    queryFn: async ({ signal }) => (await call(getBalanceHistory, { signal })).points,
    staleTime: 0,
  });
}
