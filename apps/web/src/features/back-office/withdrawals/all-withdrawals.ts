import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { itemsOf, listAllWithdrawals, type AdminWithdrawal } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

const refreshMs = 3_000;

/** Never kept: what is shown is what the server said last. */
export function useAllWithdrawals(): UseQueryResult<AdminWithdrawal[]> {
  return useQuery({
    queryKey: [listAllWithdrawals.path],
    queryFn: async ({ signal }) => itemsOf(await call(listAllWithdrawals, { signal })),
    refetchInterval: refreshMs,
    staleTime: 0,
    gcTime: 0,
  });
}
