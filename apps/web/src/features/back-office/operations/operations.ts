import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getOperations, type Operations } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

const REFRESH_MS = 5_000;

/** What runs, and how: read again all the time while the page is in sight, and never kept. */
export function useOperations(): UseQueryResult<Operations> {
  return useQuery({
    queryKey: [getOperations.path],
    queryFn: ({ signal }) => call(getOperations, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
}
