import { getPublicTrackRecord, type PublicTrackRecord } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const REFRESH_MS = 60_000;
const publicTrackRecord = createPolled(getPublicTrackRecord, REFRESH_MS);

/** The combined record of all bots. */
export function usePublicTrackRecord(): PolledState<PublicTrackRecord> {
  return usePolled(publicTrackRecord);
}
