import type { ProcessingTime, PublicStatus } from "@wazi/contracts";
import { usePublicStatus } from "./api.ts";
import { formatDuration, formatProcessingTime } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

/** How long deposits took, from the request to the credit, as a sentence. It makes no promise. */
function formatCreditTime(time: ProcessingTime | null): string {
  if (time === null) return texts.creditTimeNoPromise;
  const [half, most] = [formatDuration(time.medianSeconds), formatDuration(time.p90Seconds)];
  return texts.creditTimeLatest({ cases: time.cases, half, most });
}

/** How long deposits took, as a sentence. */
export function useCreditTimeText(): string {
  const status = usePublicStatus();
  return formatCreditTime(status.status === "ready" ? status.data.processing.deposit : null);
}

/** The measured processing time as the end of a sentence, or "by a person; no time promised" until it is known. */
export function useProcessingText(kind: keyof PublicStatus["processing"]): string {
  const status = usePublicStatus();
  return formatProcessingTime(status.status === "ready" ? status.data.processing[kind] : null);
}
