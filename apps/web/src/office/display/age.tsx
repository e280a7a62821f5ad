import { DAY_MS, HOUR_MS, MINUTE_MS, WITHDRAWAL_DECISION_MS } from "@wazi/contracts";
import { classNames } from "../../lib/class-names.ts";
import { useTime } from "../../lib/clock.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import * as texts from "../../messages/admin-display.ts";

/** Requests older than this are overdue. */
export const overdueAfterMs = {
  deposits: 30 * MINUTE_MS,
  withdrawals: WITHDRAWAL_DECISION_MS,
  paymentReviews: 4 * HOUR_MS,
  verifications: DAY_MS,
  adjustments: DAY_MS,
} as const;

/** "12 min", "2 h", "3 days": the largest whole unit. Below a minute, and in the future: "under 1 min". */
export function formatAge(ms: number): string {
  if (ms < MINUTE_MS) return texts.ageUnderMinute;
  if (ms < HOUR_MS) return texts.floorMin({ floor: Math.floor(ms / MINUTE_MS) });
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  if (days < 60) return texts.ageDays({ days });
  return days < 730
    ? texts.floorMonths({ floor: Math.floor(days / 30) })
    : texts.floorYears({ floor: Math.floor(days / 365) });
}

/** "2026-11-21 10:32:05 UTC" */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

const JUST_NOW_MS = 60_000;

/**
 * The time since an event, such as "12 min ago", with the exact time as its title. Beyond `warnAfterMs` it is shown as
 * a warning with a mark.
 */
export function Age({
  at,
  warnAfterMs,
  ago = true,
  className,
}: {
  /** ISO time. */
  at: string;
  warnAfterMs?: number | undefined;
  /** False within a sentence that already says "ago", and for a duration. */
  ago?: boolean;
  className?: string;
}) {
  const since = Date.parse(at);
  const isOld = useTime((now) => warnAfterMs !== undefined && now - since >= warnAfterMs);
  const age = useTime((now) => {
    const ms = now - since;
    return !ago ? formatAge(ms) : ms < JUST_NOW_MS ? texts.justNow : texts.msAgo({ ms: formatAge(ms) });
  });
  return (
    <time
      dateTime={at}
      title={formatUtc(at)}
      data-old={isOld || undefined}
      className={classNames("figure whitespace-nowrap", isOld && "font-semibold text-warning", className)}
    >
      {isOld ? <OverdueMark /> : null}
      {isOld ? texts.ageOverdue({ age, hidden: (text) => <span className="sr-only">{text}</span> }) : age}
    </time>
  );
}

function OverdueMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className="mr-1 inline size-2.5 fill-current align-[-0.05em]">
      <path d="M5 .9 9.100 5 5 9.100.9 5Z" />
    </svg>
  );
}

/** The age within a day, or else the day and time. The title has the exact time in UTC. */
export function Timestamp({ at, className = "" }: { at: string; className?: string }) {
  const isRecent = useTime((now) => now - Date.parse(at) < DAY_MS);
  if (isRecent) return <Age at={at} className={className} />;
  return (
    <time dateTime={at} title={formatUtc(at)} className={`figure whitespace-nowrap ${className}`}>
      {formatDayAndTime(at)}
    </time>
  );
}
