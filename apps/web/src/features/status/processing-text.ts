import type { PublicStatus } from "@wazi/contracts";
import { usePublicStatus } from "./public-status.ts";
import { processingText } from "./status-words.ts";

/** How long such a thing took here so far, as the end of a sentence; "by a person; no time promised" until it is known. */
export function useProcessingText(kind: keyof PublicStatus["processing"]): string {
  const status = usePublicStatus();
  return processingText(status.status === "ready" ? status.data.processing[kind] : null);
}
