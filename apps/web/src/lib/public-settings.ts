import { getPublicSettings, type PublicSettings } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "./polled.ts";

const publicSettings = createPolled(getPublicSettings, null);
/** Fetches the public settings again, after a failure. */
export const reloadPublicSettings = publicSettings.reload;

export function usePublicSettings(): PolledState<PublicSettings> {
  return usePolled(publicSettings);
}

/** True if Wazi takes its share of new positions only of the gain above Treasury bills; false until that is known. */
export function useTakesShareAboveBills(): boolean {
  const settings = usePublicSettings();
  return settings.status === "ready" && settings.data.profitShareAbove === "bills";
}

/** The legal basis of interest on balances; null where they earn nothing, and until that is known. */
export function useBalanceInterestBasis(): string | null {
  const settings = usePublicSettings();
  return settings.status === "ready" ? settings.data.balanceInterestLegalBasis : null;
}
