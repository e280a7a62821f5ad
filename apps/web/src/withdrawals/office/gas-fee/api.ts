import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { changeSystemSettings, getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { call } from "../../../lib/api-client.ts";

const REFRESH_MS = 5_000;

/**
 * The wallet that pays network fees, and the amount per payout.
 * @param options.whileOpen refreshes the settings while they are being edited, as another administrator may change them
 */
export function useGasFee(options: { whileOpen?: true } = {}): UseQueryResult<SystemSettings> {
  return useQuery({
    queryKey: [getSystemSettings.path],
    queryFn: ({ signal }) => call(getSystemSettings, { signal }),
    ...(options.whileOpen === true ? { refetchInterval: REFRESH_MS, staleTime: 0 } : {}),
  });
}

export function useChangeGasFee() {
  return useCallMutation(changeSystemSettings, [getSystemSettings]);
}
