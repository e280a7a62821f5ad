import { getPublicStatus, type PublicStatus } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const REFRESH_MS = 60_000;
const publicStatus = createPolled(getPublicStatus, REFRESH_MS);

/** What the platform has measured of itself, read again each minute. */
export function usePublicStatus(): PolledState<PublicStatus> {
  return usePolled(publicStatus);
}
