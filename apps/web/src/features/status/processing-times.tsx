import type { ProcessingTime, PublicStatus } from "@wazi/contracts";
import { formatDuration, processingText } from "./status-words.ts";

const kinds = [
  { kind: "deposit", label: "Deposits, until credited" },
  { kind: "withdrawal", label: "Withdrawals, until paid out" },
  { kind: "verification", label: "Identity, until reviewed" },
] as const;

/** How long what people do by hand has taken. */
export function ProcessingTimes({ processing }: { processing: PublicStatus["processing"] }) {
  return (
    <dl className="-my-3 divide-y divide-line">
      {kinds.map(({ kind, label }) => (
        <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
          <dt className="text-14 text-muted">{label}</dt>
          <dd className="text-16">
            <Time time={processing[kind]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Time({ time }: { time: ProcessingTime | null }) {
  if (time === null) return <span className="text-14">{processingText(null)}</span>;
  return (
    <>
      <span className="figure font-semibold">half within {formatDuration(time.medianSeconds)}</span>
      <span className="block text-14 text-muted">
        nine in ten within {formatDuration(time.p90Seconds)}, of the newest {time.cases}
      </span>
    </>
  );
}
