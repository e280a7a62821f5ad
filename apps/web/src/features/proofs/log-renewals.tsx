import { getLogStatus } from "@wazi/contracts";
import { createPolled, usePolled } from "../../lib/polled.ts";
import { RenewalNotices } from "../../ui/renewal-notices.tsx";

const status = createPolled(getLogStatus, null);

/** The notices of this installation's log. */
export function LogRenewals() {
  const state = usePolled(status);
  return state.status === "ready" ? <RenewalNotices renewals={state.data.renewals} /> : null;
}
