import type { Bot, UserBot } from "@wazi/contracts";
import { useBots } from "../../features/investments/bots-api.ts";
import { useCandles } from "../../features/track-records/api.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { PercentChange } from "../../ui/percent-change.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { describeWatch } from "./watch-text.ts";
import * as texts from "../../messages/dashboard.ts";

const HOUR_BARS = 60;
const SHOWN_BOTS = 4;

/** The market that the investor's bots watch before their first trade: each minute a new price. */
export default function MarketWatch({ positions }: { positions: readonly UserBot[] }) {
  const bots = useBots().data;
  const own = positions.flatMap((position) => {
    const bot = bots?.find(({ id }) => id === position.botId);
    return bot === undefined ? [] : [{ bot, position }];
  });
  const feed = own[0]?.bot.feed;
  return (
    <div className="mb-6">
      <Sheet title={texts.whatYourBotsAreWatching} aside={feed === undefined ? undefined : <FeedTag feed={feed} />}>
        {bots === undefined ? <SkeletonRows rows={2} /> : null}
        <ul className="-my-3 divide-y divide-line">
          {own.slice(0, SHOWN_BOTS).map(({ bot, position }) => (
            <Watched key={bot.id} bot={bot} position={position} />
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.aBotLooksAtEach}</p>
      </Sheet>
    </div>
  );
}

function Watched({ bot, position }: { bot: Bot; position: UserBot }) {
  const symbol = bot.symbols[0] ?? "";
  const { data } = useCandles({ botId: bot.id, symbol, interval: undefined, reachMs: 0 });
  const bars = data?.candles.slice(-HOUR_BARS) ?? [];
  const [first, last] = [bars[0], bars.at(-1)];
  if (data === undefined) return <SkeletonRows rows={1} />;
  if (first === undefined || last === undefined) {
    return <li className="py-3 text-14 text-muted">{texts.nameHasNoPricesYet({ name: bot.name })}</li>;
  }
  const change = (Number(last.close) / Number(first.open) - 1) * 100;
  const unit = data?.interval === "1d" ? "days" : data?.interval === "1h" ? "hours" : "minutes";
  const seen = bars.filter(({ time }) => time >= position.activatedAt).length;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 py-3" data-testid="watched">
      <p className="min-w-0">
        <span className="block font-semibold">{symbol}</span>
        <span className="block text-14 text-muted">{formatPrice({ market: bot.market, price: last.close })}</span>
      </p>
      <Sparkline values={bars.map(({ close }) => Number(close))} />
      <p className="text-right text-14">
        <PercentChange value={change.toFixed(4)} />
        <span className="block text-12 text-muted">{texts.lastBarsUnit({ bars: bars.length, unit })}</span>
      </p>
      <p className="col-span-3 mt-1 text-14 text-muted">
        <TextLink href={`/bots/${bot.id}`}>{bot.name}</TextLink>{" "}
        {describeWatch(bot, position, { time: last.time, sinceStart: seen })}.
      </p>
    </li>
  );
}
