import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { itemsOf, listAllVerifications, type AdminVerification } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { liveFiguresMs } from "../../../lib/query-client.ts";

export function useAllVerifications(): UseQueryResult<AdminVerification[]> {
  return useQuery({
    queryKey: [listAllVerifications.path],
    queryFn: async ({ signal }) => itemsOf(await call(listAllVerifications, { signal })),
    refetchInterval: liveFiguresMs,
  });
}
