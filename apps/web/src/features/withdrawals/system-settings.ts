import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

const REFRESH_MS = 5_000;

export function useSystemSettings(): UseQueryResult<SystemSettings> {
  return useQuery({
    queryKey: [getSystemSettings.path],
    queryFn: ({ signal }) => call(getSystemSettings, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
