import { getPublicStatus, type PublicStatus } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";

const REFRESH_MS = 60_000;

const publicStatus = createPolled(getPublicStatus, REFRESH_MS);

/** The platform's own measurements, refetched every minute. */
export function usePublicStatus(): PolledState<PublicStatus> {
  return usePolled(publicStatus);
}
