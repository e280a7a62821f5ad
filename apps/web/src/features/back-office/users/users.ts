import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { itemsOf, listUsers, type AdminUser } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { liveFiguresMs } from "../../../lib/query-client.ts";

/** Everybody but administrators. */
export function useUsers(): UseQueryResult<AdminUser[]> {
  return useQuery({
    queryKey: [listUsers.path],
    queryFn: async ({ signal }) => itemsOf(await call(listUsers, { signal })),
    refetchInterval: liveFiguresMs,
  });
}
