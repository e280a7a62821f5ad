import { getPublicStatus, type PublicStatus } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";
import { formatProcessingTime } from "./status-text.ts";

const REFRESH_MS = 60_000;
const publicStatus = createPolled(getPublicStatus, REFRESH_MS);

/** The platform's own measurements, refetched every minute. */
export function usePublicStatus(): PolledState<PublicStatus> {
  return usePolled(publicStatus);
}

/** The measured processing time as the end of a sentence, or "by a person; no time promised" until it is known. */
export function useProcessingText(kind: keyof PublicStatus["processing"]): string {
  const status = usePublicStatus();
  return formatProcessingTime(status.status === "ready" ? status.data.processing[kind] : null);
}
