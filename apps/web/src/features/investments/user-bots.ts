import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { listUserBots, type UserBot } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

export function useUserBots(): UseQueryResult<UserBot[]> {
  return useQuery({
    queryKey: [listUserBots.path],
    queryFn: ({ signal }) => call(listUserBots, { signal }),
    refetchInterval: liveFiguresMs,
  });
}
