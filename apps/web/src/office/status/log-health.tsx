import { getLogStatus } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import LoggedReleaseText, { RenewalNotices } from "../../ui/logged-release.tsx";
import { createPolled, usePolled } from "../../lib/polled.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/status.ts";

const REFRESH_MS = 60_000;
const logStatus = createPolled(getLogStatus, REFRESH_MS);

/** The state of the transparency log. */
export default function LogHealth() {
  const state = usePolled(logStatus);
  if (state.status === "loading") return <Skeleton className="h-24" />;
  if (state.status === "failed") return <p className="text-14 text-muted">{texts.logNoAnswer}</p>;
  const { size, signedAt, witnesses, stopped, renewals, release } = state.data;
  return (
    <>
      {stopped === null ? null : (
        <Notice look="danger" role="alert" title={texts.logStoppedTitle} className="mb-4">
          {texts.logStoppedText({ stopped })}
        </Notice>
      )}
      <RenewalNotices renewals={renewals} />
      <p className="text-18 font-semibold">{texts.logEntries({ count: size })}</p>
      <p className="mt-1 text-14 text-muted">
        {signedAt === null ? texts.logNotSigned : texts.logSignedOn({ signedAt: formatDayAndTime(signedAt) })}{" "}
        {witnesses.length === 0 ? texts.logNoWitness : texts.logWitnesses({ witnesses: witnesses.join(", ") })}
      </p>
      {release === null ? null : (
        <div className="mt-4 text-14">
          <LoggedReleaseText release={release} />
        </div>
      )}
      <p className="mt-4 text-14">
        <TextLink href="/proofs">{texts.logProofsLink}</TextLink>
      </p>
    </>
  );
}
