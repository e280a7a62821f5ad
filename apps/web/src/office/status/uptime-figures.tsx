import { HOUR_MS, type PublicStatus } from "@wazi/contracts";
import { formatDayAndTime, formatShortDay } from "../../lib/format-date.ts";
import { type ThreadFigure, ThreadFigures } from "../../ui/thread-figures.tsx";
import { formatShare, NOT_YET_KNOWN } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

const SHOWN_DAYS = 30;

/** The smallest visible outage, as a share of a bar's height of 100. */
const LEAST_SEEN = 6;

type Day = PublicStatus["uptime"]["days"][number];

/** One bar per day for 30 days: full if there was no downtime, dashed if nothing was measured. */
export function UptimeDays({ days }: { days: readonly Day[] }) {
  const before = Math.max(SHOWN_DAYS - days.length, 0);
  return (
    <>
      <ol className="flex h-16 gap-0.5 sm:gap-1" aria-label={texts.uptimeDaysTitle}>
        {Array.from({ length: before }, (_, index) => (
          <li key={index} aria-hidden="true" className="h-full flex-1 rounded-[2px] border border-dashed border-line" />
        ))}
        {days.map((day) => (
          <li key={day.day} className="h-full flex-1" title={describeDay(day)}>
            <span className="sr-only">{describeDay(day)}</span>
            <DayBar day={day} />
          </li>
        ))}
      </ol>
      <p className="mt-3 flex justify-between gap-4 text-12 text-muted">
        <span>{texts.uptimeDaysFirst}</span>
        <span>{texts.todayUtc}</span>
      </p>
      <p className="mt-3 text-14 text-muted">{texts.uptimeDaysExplained}</p>
    </>
  );
}

function DayBar({ day: { minutes, servedMinutes } }: { day: Day }) {
  const missing = Math.max(minutes - servedMinutes, 0);
  const down = missing === 0 ? 0 : Math.max((missing / minutes) * 100, LEAST_SEEN);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 10 100"
      preserveAspectRatio="none"
      className="size-full overflow-hidden rounded-[2px]"
    >
      <rect width="10" height={down} className="fill-loss" />
      <rect y={down} width="10" height={100 - down} className="fill-gain" />
    </svg>
  );
}

function describeDay({ day, minutes, servedMinutes }: Day): string {
  const missing = Math.max(minutes - servedMinutes, 0);
  const result = missing === 0 ? texts.noDowntime : texts.uptimeDayDown({ missing, minutes });
  return `${formatShortDay(`${day}T12:00:00`)}: ${result}`;
}

/** Uptime since the start and for each period that has been measured completely. */
export function UptimeFigures({ uptime }: { uptime: PublicStatus["uptime"] }) {
  const { since } = uptime;
  return (
    <ThreadFigures
      figures={[
        {
          label: texts.uptime,
          figure: <Share pct={uptime.sinceStartPct} testId="uptime" />,
          working: since === null ? texts.uptimeNone : texts.uptimeSince({ since: formatDayAndTime(since) }),
        },
        toPeriodFigure(texts.uptimeDay, uptime.last24HoursPct, since, 24),
        toPeriodFigure(texts.uptimeMonth, uptime.last30DaysPct, since, 30 * 24),
        toPeriodFigure(texts.uptimeQuarter, uptime.last90DaysPct, since, 90 * 24),
      ]}
    />
  );
}

function toPeriodFigure(label: string, pct: string | null, since: string | null, hours: number): ThreadFigure {
  const from = since === null ? null : new Date(Date.parse(since) + hours * HOUR_MS).toISOString();
  const working =
    pct !== null ? texts.uptimeOfMinutes : from === null ? null : texts.uptimeFrom({ from: formatDayAndTime(from) });
  return { label, figure: <Share pct={pct} />, working };
}

function Share({ pct, testId }: { pct: string | null; testId?: string }) {
  if (pct === null) return <span className="text-18 font-medium tracking-normal text-muted">{NOT_YET_KNOWN}</span>;
  return (
    <span data-testid={testId} className="figure">
      {formatShare(pct)}
    </span>
  );
}
