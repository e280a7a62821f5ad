import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getOverview, type BackOfficeOverview } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

const REFRESH_MS = 3_000;

/** How many users there are and what waits for a decision. What was counted last is kept for when no answer comes. */
export function useOverview(): UseQueryResult<BackOfficeOverview> {
  return useQuery({
    queryKey: [getOverview.path],
    queryFn: ({ signal }) => call(getOverview, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}
