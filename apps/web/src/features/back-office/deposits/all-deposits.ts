import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { itemsOf, listAllDeposits, type AdminDeposit } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

const refreshMs = 3_000;

/** Never kept: what is shown is what the server said last. */
export function useAllDeposits(): UseQueryResult<AdminDeposit[]> {
  return useQuery({
    queryKey: [listAllDeposits.path],
    queryFn: async ({ signal }) => itemsOf(await call(listAllDeposits, { signal })),
    refetchInterval: refreshMs,
    staleTime: 0,
    gcTime: 0,
  });
}
