import { HOUR_MS } from "@wazi/contracts";
import type { PublicStatus } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { ThreadFigures, type ThreadFigure } from "../../ui/thread-figures.tsx";
import { formatShare, NOT_YET_KNOWN } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

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
