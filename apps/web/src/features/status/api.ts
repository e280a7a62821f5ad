import { getPublicStatus, type PublicStatus } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";
import { formatProcessingTime } from "./status-text.ts";

const REFRESH_MS = 60_000;
const publicStatus = createPolled(getPublicStatus, REFRESH_MS);

/** What the platform has measured of itself, read again each minute. */
export function usePublicStatus(): PolledState<PublicStatus> {
  return usePolled(publicStatus);
}

/** How long such a thing took here so far, as the end of a sentence; "by a person; no time promised" until it is known. */
export function useProcessingText(kind: keyof PublicStatus["processing"]): string {
  const status = usePublicStatus();
  return formatProcessingTime(status.status === "ready" ? status.data.processing[kind] : null);
}
