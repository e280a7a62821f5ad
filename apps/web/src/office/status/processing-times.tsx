import type { ProcessingTime, PublicStatus } from "@wazi/contracts";
import { formatAge, formatDuration, formatProcessingTime } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

const kinds = [
  { kind: "deposit", label: texts.processingDeposits },
  { kind: "withdrawal", label: texts.processingWithdrawals },
  { kind: "verification", label: texts.processingIdentity },
] as const;

/** The measured times of manual processing. */
export default function ProcessingTimes({
  status: { at, processing, oldestUnpaidWithdrawalAt: oldest },
}: {
  status: PublicStatus;
}) {
  return (
    <dl className="-my-3 divide-y divide-line">
      {kinds.map(({ kind, label }) => (
        <div key={kind} className="grid items-baseline gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <dt className="text-14 text-muted">{label}</dt>
          <dd className="text-16 sm:text-right">
            <Time time={processing[kind]} />
          </dd>
        </div>
      ))}
      <div className="grid items-baseline gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <dt className="text-14 text-muted">{texts.processingOldest}</dt>
        <dd className="text-16 sm:text-right">
          {oldest === null ? (
            <span className="text-14">{texts.processingNoneWaiting}</span>
          ) : (
            <span className="figure font-semibold">{formatAge(oldest, at)}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Time({ time }: { time: ProcessingTime | null }) {
  if (time === null) return <span className="text-14">{formatProcessingTime(null)}</span>;
  const most = { p90Seconds: formatDuration(time.p90Seconds), cases: time.cases };
  return (
    <>
      <span className="figure font-semibold">
        {texts.processingHalf({ medianSeconds: formatDuration(time.medianSeconds) })}
      </span>
      <span className="block text-14 text-muted">
        {time.waiting > 0
          ? texts.processingMostWaiting({ ...most, waiting: time.waiting })
          : texts.processingMost(most)}
      </span>
    </>
  );
}
