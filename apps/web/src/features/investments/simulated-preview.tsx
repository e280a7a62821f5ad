import type { Market } from "@wazi/contracts";
import { useEffect, useState } from "react";
import { formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { simulateTrades } from "./simulated-trades.ts";

const ANOTHER_EVERY_MS = 5 * 60 * 1000;

/**
 * Example trades, shown until the bots have traded and tagged as a preview. The markets do not change after the first
 * render.
 */
export function SimulatedPreview({ markets }: { markets: readonly Market[] }) {
  const [make] = useState(() => () => simulateTrades(markets, Math.random, Date.now()));
  const [trades, setTrades] = useState(make);

  useEffect(() => {
    const timer = setInterval(() => setTrades(make()), ANOTHER_EVERY_MS);
    return () => clearInterval(timer);
  }, [make]);

  return (
    <>
      <ol className="-my-2 divide-y divide-line">
        {trades.map(({ id, symbol, side, executedAt }) => (
          <li key={id} className="flex items-stretch gap-4 py-2" data-testid="simulated-trade">
            <time
              dateTime={executedAt}
              title={formatDayAndTime(executedAt)}
              className="figure flex w-14 shrink-0 flex-col justify-center text-14 leading-5 text-muted"
            >
              <span>{formatShortDay(executedAt)}</span>
              <span>{formatTime(executedAt)}</span>
            </time>
            <p className="margin-rule flex min-h-12 items-center py-1.5 pl-4 font-semibold">
              {symbol} <span className="ml-2 font-normal text-muted">{side === "buy" ? "Buy" : "Sell"}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-3 text-14 text-muted">
        Example data. Your trades will appear here. No trades yet. Your bots will start trading soon!
      </p>
    </>
  );
}
