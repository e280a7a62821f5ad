import type { Operations } from "@wazi/contracts";
import { FeedTag, Tag } from "../../ui/tag.tsx";
import { Age } from "../display/age.tsx";
import { isPriceStale } from "./health.ts";
import { formatCount } from "../display/format-count.ts";
import { getFeedIssueLabel } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** The age of the prices of each feed. */
export function FeedsHealth({ operations: { feeds, at } }: { operations: Operations }) {
  if (feeds.length === 0) return <p className="text-14 text-muted">{texts.feedsNoPrices}</p>;
  return (
    <ul className="-my-2 divide-y divide-line text-14">
      {feeds.map(({ feed, symbols, newestPriceAt, oldestPriceAt, oldestSymbol }) => (
        <li key={feed} className="grid gap-1 py-2">
          <p className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="flex items-center gap-3">
              <FeedTag feed={feed} />
              <span className="text-muted">{formatCount(symbols, "symbol")}</span>
            </span>
            <span className="flex items-center gap-2">
              {isPriceStale(newestPriceAt, at) ? <Tag look="loss">{texts.stopped}</Tag> : null}
              <Age at={newestPriceAt} className="font-semibold" />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-4 text-muted">
            <span>{texts.oldestOldestsymbol({ oldestSymbol })}</span>
            <Age at={oldestPriceAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Data issues, latest first, with count and time. */
export function FeedIssues({ troubles }: { troubles: Operations["feedTroubles"] }) {
  if (troubles.length === 0) return <p className="text-14 text-muted">{texts.feedIssuesNone}</p>;
  return (
    <ul
      className="-my-2 max-h-80 divide-y divide-line overflow-auto text-14"
      tabIndex={0}
      aria-label={texts.feedIssuesLabel}
    >
      {troubles.map(({ feed, symbol, kind, message, count, firstAt, lastAt }) => (
        <li key={`${feed} ${symbol} ${kind}`} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {getFeedIssueLabel(kind)}
              {symbol === null ? "" : `: ${symbol}`}
            </span>
            <Age at={lastAt} />
          </p>
          <p className="break-words text-muted">
            {message} {count === 1 ? "" : <Times count={count} firstAt={firstAt} />}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Times({ count, firstAt }: { count: number; firstAt: string }) {
  return <>{texts.feedIssueTimes({ count: count.toLocaleString("en-US"), firstAt: <Age at={firstAt} /> })}</>;
}
