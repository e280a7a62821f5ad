import type { ReactNode } from "react";
import { formatDayAndTime, formatShortDay, formatTime } from "../lib/format-date.ts";
import * as texts from "../messages/shared.ts";

export interface TradeRow {
  id: string;
  symbol: string;
  side: "buy" | "sell";
  executedAt: string;
  barTime: string | null;
  /** Its gain or loss. */
  result: ReactNode;
  /** The bot, the amount or the reason: a few words. */
  about: ReactNode;
  /** From entry to exit. */
  prices: string;
}

/** Trades on a phone: two lines each, and a third with the market's own time where it differs (see `TradeTime`). */
export function TradeRows({ label, rows }: { label: string; rows: readonly TradeRow[] }) {
  return (
    <ul aria-label={label} className="-my-2 divide-y divide-line">
      {rows.map(({ id, symbol, side, executedAt, barTime, result, about, prices }) => (
        <li key={id} className="py-2.5" data-testid="trade-row">
          <div className="flex items-baseline justify-between gap-3">
            <p className="min-w-0 truncate">
              <span className="font-semibold">{symbol}</span>{" "}
              <span className="text-14 text-muted">{side === "buy" ? texts.buy : texts.sell}</span>{" "}
              <time dateTime={executedAt} className="text-12 text-muted">
                {formatShortDay(executedAt)}, {formatTime(executedAt)}
              </time>
            </p>
            <span className="shrink-0 font-semibold">{result}</span>
          </div>
          <div className="flex items-baseline justify-between gap-3 text-12 leading-5 text-muted">
            <span className="min-w-0 truncate">{about}</span>
            <span className="figure shrink-0">{prices}</span>
          </div>
          {barTime === null ? null : (
            <p className="text-12 leading-5 text-muted">
              {texts.marketTime({ barTime: <time dateTime={barTime}>{formatDayAndTime(barTime)}</time> })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

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
