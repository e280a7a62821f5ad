import { getPublicSettings, type PublicSettings } from "@wazi/contracts";
import { createPolled, usePolled, type PolledState } from "../../lib/polled.ts";

const publicSettings = createPolled(getPublicSettings, null);

export function usePublicSettings(): PolledState<PublicSettings> {
  return usePolled(publicSettings);
}
