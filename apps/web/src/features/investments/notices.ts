import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { listNotices, type Notice } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { liveFiguresMs } from "../../lib/query-client.ts";

/** What happened to the investor's positions without a click, the newest first. */
export function useNotices(): UseQueryResult<Notice[]> {
  return useQuery({
    queryKey: [listNotices.path],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: liveFiguresMs,
  });
}
