import { formatDayAndTime } from "../lib/format-date.ts";
import { Notice } from "./notice.tsx";
import * as texts from "../messages/shared.ts";

/** Where the transparency log was begun anew with another key; empty for a log that never was. */
export function RenewalNotices({ renewals }: { renewals: readonly { at: string; reason: string; oldKey: string }[] }) {
  return renewals.map(({ at, reason, oldKey }) => (
    <Notice key={at} look="warning" title={texts.renewalTitle({ at: formatDayAndTime(at) })} className="mb-4">
      <p>{texts.renewalReason({ reason })}</p>
      <p className="mt-1">{texts.renewalKey({ oldKey: <span className="font-mono break-all">{oldKey}</span> })}</p>
    </Notice>
  ));
}
