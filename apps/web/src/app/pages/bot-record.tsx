import type { Bot } from "@wazi/contracts";
import { useTrackRecord } from "../../features/track-records/api.ts";
import { BotTradeList } from "../../features/track-records/bot-trade-list.tsx";
import { EquityChart } from "../../features/track-records/equity-chart.tsx";
import { PriceChart } from "../../features/track-records/price-chart.tsx";
import { RecordFigures } from "../../features/track-records/record-figures.tsx";
import { ChartCredit } from "../../ui/chart/chart-credit.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FeedTag } from "../../ui/tag.tsx";

/** A bot's own record on this platform: figures, charts and closed trades. */
export default function BotRecord({ bot }: { bot: Bot }) {
  const record = useTrackRecord(bot.id);
  return (
    <>
      <Sheet title="Track record" className="rests-behind-dialog">
        <QueryState query={record} what="its record" loading={<SkeletonRows rows={1} className="h-160" />}>
          {(data) => (
            <div className="grid gap-6">
              <RecordFigures record={data} />
              <EquityChart record={data} />
            </div>
          )}
        </QueryState>
      </Sheet>
      <Sheet title="Prices and trades" aside={<FeedTag feed={bot.feed} />} className="rests-behind-dialog">
        <PriceChart bot={bot} />
      </Sheet>
      <Sheet title="Closed trades" className="rests-behind-dialog">
        <BotTradeList botId={bot.id} />
      </Sheet>
      <ChartCredit />
    </>
  );
}
