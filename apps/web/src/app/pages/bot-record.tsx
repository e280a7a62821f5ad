import { getBotRecordFile, type Bot } from "@wazi/contracts";
import { useTrackRecord } from "../../proofs/track-records/api.ts";
import { BotTradeList } from "../../proofs/track-records/bot-trade-list.tsx";
import { EquityChart, RecordFigures } from "../../proofs/track-records/record-figures.tsx";
import { PriceChart } from "../../proofs/track-records/price-chart.tsx";
import { ChartCredit } from "../../ui/chart/chart-box.tsx";
import { DownloadLink } from "../../ui/download-link.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import * as texts from "../../messages/bot.ts";

/** A bot's own record on this platform: figures, charts and closed trades. */
export default function BotRecord({ bot }: { bot: Bot }) {
  const record = useTrackRecord(bot.id);
  return (
    <>
      <Sheet title={texts.trackRecord} className="rests-behind-dialog">
        <QueryState
          query={record}
          failedTitle={texts.recordLoadFailedTitle}
          loading={<SkeletonRows rows={1} className="h-160" />}
        >
          {(data) => (
            <div className="grid gap-6">
              <RecordFigures record={data} />
              <EquityChart record={data} />
              <VerifiedRecord bot={bot} />
            </div>
          )}
        </QueryState>
      </Sheet>
      {bot.symbols.length === 0 ? null : (
        <Sheet title={texts.recordTitle} aside={<FeedTag feed={bot.feed} />} className="rests-behind-dialog">
          <PriceChart bot={bot} since={record.data?.since ?? null} />
        </Sheet>
      )}
      <Sheet title={texts.closedTrades} className="rests-behind-dialog">
        <BotTradeList botId={bot.id} />
      </Sheet>
      <ChartCredit />
    </>
  );
}

/** The record as a file, which the checker checks without this server. */
function VerifiedRecord({ bot }: { bot: Bot }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      <DownloadLink
        href={getBotRecordFile.path.replace(":id", bot.id)}
        label={texts.recordDownloadLabel({ name: bot.name })}
      >
        {texts.recordDownload}
      </DownloadLink>
      <p className="max-w-[60ch] text-14 text-muted">
        {texts.recordVerified({ link: (text) => <TextLink href="/proofs">{text}</TextLink> })}
      </p>
    </div>
  );
}
