import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

/** The wallet that network fees are paid from, and what is set aside for one payout. */
export function useGasFee(): UseQueryResult<SystemSettings> {
  return useQuery({
    queryKey: [getSystemSettings.path],
    queryFn: ({ signal }) => call(getSystemSettings, { signal }),
  });
}
