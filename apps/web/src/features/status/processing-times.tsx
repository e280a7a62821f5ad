import type { ProcessingTime, PublicStatus } from "@wazi/contracts";
import { formatAge, formatDuration, formatProcessingTime } from "./status-text.ts";

const kinds = [
  { kind: "deposit", label: "Deposits, until credited" },
  { kind: "withdrawal", label: "Withdrawals, until paid out" },
  { kind: "verification", label: "Identity, until reviewed" },
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
        <dt className="text-14 text-muted">Oldest unpaid withdrawal</dt>
        <dd className="text-16 sm:text-right">
          {oldest === null ? (
            <span className="text-14">None is waiting</span>
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
  return (
    <>
      <span className="figure font-semibold">50% within {formatDuration(time.medianSeconds)}</span>
      <span className="block text-14 text-muted">
        90% within {formatDuration(time.p90Seconds)}, from {time.cases} cases
        {time.waiting > 0 ? `, ${time.waiting} of them waiting` : null}
      </span>
    </>
  );
}
