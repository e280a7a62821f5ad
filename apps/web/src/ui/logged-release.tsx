import type { LoggedRelease } from "@wazi/contracts";
import { formatDayAndTime } from "../lib/format-date.ts";
import * as texts from "../messages/shared.ts";
import { Notice } from "./notice.tsx";

/** The release that the transparency log names. */
export default function LoggedReleaseText({ release }: { release: LoggedRelease }) {
  const { version, since } = release;
  return (
    <>
      <p>{texts.releaseLogged({ version, since: formatDayAndTime(since) })}</p>
      <p className="mt-1">{describeOrigin(release)}</p>
    </>
  );
}

function describeOrigin({ manifest, commit, isDirty }: LoggedRelease) {
  if (manifest !== null) return texts.releaseManifest({ manifest: <Hash>{manifest}</Hash> });
  if (commit === null) return texts.releaseCommitUnknown;
  const named = { commit: <Hash>{commit}</Hash> };
  return isDirty === true ? texts.releaseCommitChanged(named) : texts.releaseCommit(named);
}

function Hash({ children }: { children: string }) {
  return <span className="font-mono break-all">{children}</span>;
}

/** Where the transparency log was begun anew with another key; empty for a log that never was. */
export function RenewalNotices({ renewals }: { renewals: readonly { at: string; reason: string; oldKey: string }[] }) {
  return renewals.map(({ at, reason, oldKey }) => (
    <Notice key={at} look="warning" title={texts.renewalTitle({ at: formatDayAndTime(at) })} className="mb-4">
      <p>{texts.renewalReason({ reason })}</p>
      <p className="mt-1">{texts.renewalKey({ oldKey: <span className="font-mono break-all">{oldKey}</span> })}</p>
    </Notice>
  ));
}
