import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getOverview, type BackOfficeOverview } from "@wazi/contracts";
import { queryOf } from "../../lib/api-client.ts";

const REFRESH_MS = 3_000;

/** The number of users and of pending requests. The last counts stay visible when a refresh fails. */
export function useOverview(): UseQueryResult<BackOfficeOverview> {
  return useQuery({ ...queryOf(getOverview), refetchInterval: REFRESH_MS, staleTime: 0 });
}
