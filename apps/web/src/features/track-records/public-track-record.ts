import { getPublicTrackRecord, type PublicTrackRecord } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const REFRESH_MS = 60_000;
const publicTrackRecord = createPolled(getPublicTrackRecord, REFRESH_MS);

/** What the bots have done here, all of them together. */
export function usePublicTrackRecord(): PolledState<PublicTrackRecord> {
  return usePolled(publicTrackRecord);
}
