import { lazy, Suspense } from "react";
import { getLogStatus } from "@wazi/contracts";
import { createPolled, usePolled } from "../../lib/polled.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Loaded after the page, which stays small. */
const LoggedReleaseText = lazy(() => import("../../ui/logged-release.tsx"));
const RenewalNotices = lazy(async () => ({ default: (await import("../../ui/logged-release.tsx")).RenewalNotices }));

const status = createPolled(getLogStatus, null);

/** The notices of this installation's log. */
export function LogRenewals() {
  const state = usePolled(status);
  return state.status === "ready" && state.data.renewals.length > 0 ? (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <RenewalNotices renewals={state.data.renewals} />
    </Suspense>
  ) : null;
}

/** The release that this installation's log names; nothing before its first entry. */
export function LogRelease() {
  const state = usePolled(status);
  return state.status === "ready" && state.data.release !== null ? (
    <div className="text-14">
      <Suspense fallback={<Skeleton className="h-16" />}>
        <LoggedReleaseText release={state.data.release} />
      </Suspense>
    </div>
  ) : null;
}
