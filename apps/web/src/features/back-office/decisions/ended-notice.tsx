import type { Owner } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { useAdmin } from "../admin-rights.ts";
import { AgeOf } from "../age.tsx";
import { exactUtc } from "../age-words.ts";
import { nameOf } from "../owner-cell.tsx";

/** Who ended something, how and when. `overtaken` where it was about to be decided on here. */
export function EndedNotice({
  how,
  by,
  at,
  overtaken = false,
}: {
  /** Such as "Completed". */
  how: string;
  by: Owner | null;
  at: string | null;
  overtaken?: boolean;
}) {
  const admin = useAdmin();
  const isOwn = by?.email === admin.email;
  return (
    <Notice
      look={overtaken ? "warning" : "info"}
      {...(overtaken ? { role: "alert" as const, title: isOwn ? "It is done" : "Somebody was quicker" } : {})}
    >
      <p>
        {how}
        <ByWhom by={by} at={at} />.{overtaken ? ` ${isOwn ? doneByOneself : doneByAnother}` : null}
      </p>
    </Notice>
  );
}

const doneByAnother = "Nothing was done twice; what you had entered still stands here.";
const doneByOneself = "It went through under your own name, though no answer came back here. Nothing was done twice.";

/** " by Jane Doe 3 min ago (2026-11-21 10:32:05 UTC)", as far as it is known. */
export function ByWhom({ by, at }: { by: Owner | null; at: string | null }) {
  const admin = useAdmin();
  return (
    <>
      {by === null ? null : (
        <>
          {" by "}
          <strong className="font-semibold">{by.email === admin.email ? "you" : nameOf(by)}</strong>
        </>
      )}
      {at === null ? null : (
        <>
          {" "}
          <AgeOf at={at} /> ({exactUtc(at)})
        </>
      )}
    </>
  );
}

/** Of what was deleted meanwhile: it is in no list any more. */
export function GoneNotice({ what }: { what: string }) {
  return (
    <Notice look="warning" role="alert" title="No longer there">
      <p>This {what} was deleted meanwhile and is in no list any more. The audit log says by whom.</p>
    </Notice>
  );
}
