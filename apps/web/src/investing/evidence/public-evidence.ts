import { getPublicEvidence, type PublicEvidence } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const evidence = createPolled(getPublicEvidence, null);

/** The evidence on all bots, for public pages. It changes only with a new version of the server. */
export function useEvidenceOfAll(): PolledState<PublicEvidence> {
  return usePolled(evidence);
}
