import { formatDayAndTime } from "../lib/format-date.ts";
import * as texts from "../messages/shared.ts";

/** When a trade closed, by the clock, and below it the market's own time where it differs (a replay, a fast simulation). */
export function TradeTime({ executedAt, barTime }: { executedAt: string; barTime: string | null }) {
  return (
    <>
      <time dateTime={executedAt}>{formatDayAndTime(executedAt)}</time>
      {barTime === null ? null : (
        <span className="block text-12 text-muted">
          {texts.marketTime({ barTime: <time dateTime={barTime}>{formatDayAndTime(barTime)}</time> })}
        </span>
      )}
    </>
  );
}
