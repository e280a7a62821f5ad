import type { EntryLimitStatus } from "@wazi/contracts";
import { marketNames } from "../../content/labels.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Notice } from "../../ui/notice.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { formatLimitedEntries } from "./risk-text.ts";
import * as texts from "../../messages/status.ts";

/** The limits that the trader keeps to before it opens a trade, with their use now. */
export function EntryLimitList({ limits }: { limits: EntryLimitStatus }) {
  const { maxDailyLossPct, dailyLossPct, entryStops, maxMarketExposurePct, markets } = limits;
  return (
    <>
      {entryStops.map(({ feed, since, lossPct }) => (
        <Notice key={feed} look="warning" className="mb-4" title={texts.limitStopTitle}>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <FeedTag feed={feed} />
            <span>
              {texts.limitStopText({
                since: <time dateTime={since}>{formatDayAndTime(since)}</time>,
                lossPct,
              })}
            </span>
          </p>
        </Notice>
      ))}
      <dl className="-my-3 divide-y divide-line">
        <Limit label={texts.limitDailyLoss} used={dailyLossPct} limit={maxDailyLossPct} />
        {markets.map(({ market, exposurePct }) => (
          <Limit
            key={market}
            label={texts.limitOpenTrades({ market: marketNames[market] })}
            used={exposurePct}
            limit={maxMarketExposurePct}
          />
        ))}
      </dl>
      <p className="mt-4 text-14 text-muted">{texts.limitsLead({ limits: formatLimitedEntries(limits) })}</p>
    </>
  );
}

function Limit({ label, used, limit }: { label: string; used: string; limit: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <dt className="text-14 text-muted">{label}</dt>
      <dd className="text-14">
        {texts.limitUsed({ used: <span className="figure text-16 font-semibold">{used}%</span>, limit })}
      </dd>
    </div>
  );
}
