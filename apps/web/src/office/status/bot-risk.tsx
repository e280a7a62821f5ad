import { type BotCorrelations, type EntryLimitStatus, getBotCorrelations } from "@wazi/contracts";
import { Sheet } from "../../ui/sheet.tsx";
import * as texts from "../../messages/status.ts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { describeMissingCorrelations, formatLimitedEntries, listStrongestPairs } from "./risk-text.ts";
import { marketNames } from "../../content/labels.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Notice } from "../../ui/notice.tsx";
import { FeedTag } from "../../ui/tag.tsx";

const REFRESH_MS = 60_000;
const botCorrelations = createPolled(getBotCorrelations, REFRESH_MS);

/** The correlations of the bots' daily returns, refetched every minute. */
function useBotCorrelations(): PolledState<BotCorrelations> {
  return usePolled(botCorrelations);
}

/** The risk of all bots together: the limits before a trade, and which bots move together. */
export default function BotRisk({ limits }: { limits: EntryLimitStatus }) {
  return (
    <>
      <Sheet title={texts.limitsTitle}>
        <EntryLimitList limits={limits} />
      </Sheet>
      <Sheet title={texts.correlationTitle}>
        <BotCorrelationList />
      </Sheet>
    </>
  );
}

/** The pairs of bots whose daily returns move together most, or why none is known yet. */
function BotCorrelationList() {
  const query = useBotCorrelations();
  if (query.status === "loading") return <Skeleton className="h-24" />;
  if (query.status === "failed") return <p className="text-14 text-muted">{texts.correlationFailed}</p>;
  const { shown, weaker } = listStrongestPairs(query.data);
  const missing = describeMissingCorrelations(query.data);
  return (
    <>
      {shown.length === 0 ? null : (
        <Table
          label={texts.correlationTableLabel}
          rows={shown}
          columns={[
            { heading: texts.bots, cell: ({ names }) => names },
            {
              heading: texts.correlation,
              align: "right",
              cell: ({ correlation }) => <span className="figure">{correlation}</span>,
            },
            {
              heading: texts.days,
              align: "right",
              cell: ({ days }) => <span className="figure">{days}</span>,
            },
          ]}
        />
      )}
      {weaker > 0 ? <p className="mt-3 text-14 text-muted">{texts.correlationWeaker({ weaker })}</p> : null}
      {missing === null ? null : <p className="mt-3 text-14 text-muted first:mt-0">{missing}</p>}
      <p className="mt-3 text-14 text-muted">{texts.correlationExplained}</p>
    </>
  );
}

/** The limits that the trader keeps to before it opens a trade, with their use now. */
function EntryLimitList({ limits }: { limits: EntryLimitStatus }) {
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
        {texts.limitUsed({
          used: <span className="figure text-16 font-semibold">{used}%</span>,
          limit,
        })}
      </dd>
    </div>
  );
}
