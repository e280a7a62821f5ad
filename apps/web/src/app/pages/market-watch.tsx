import { type Bot, type CandleInterval, DAY_MS, HOUR_MS, MINUTE_MS, type UserBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { describeBotStatus } from "../../investing/positions/bot-status.tsx";
import { useBots } from "../../investing/positions/api.ts";
import { usePublicSettings } from "../../lib/public-settings.ts";
import { useCandles } from "../../proofs/track-records/api.ts";
import { useTime } from "../../lib/clock.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { PercentChange } from "../../ui/percent-change.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/dashboard.ts";
import { formatDayAndTime, formatTime } from "../../lib/format-date.ts";

const lengthsMs: Readonly<Record<CandleInterval, number>> = { "1m": MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/** The newest bar of one of a bot's symbols, and what its times mean. */
export interface WatchedBar {
  /** When it opened. */
  time: string;
  interval: CandleInterval;
  /** True if bars have a time of their own: in a replay, and in simulated markets that run faster than the clock. */
  isMarketTime: boolean;
  /** True if there is a bar for every minute of every day, so that the next decision can be named. */
  isAlwaysOpen: boolean;
  /** How many times faster than the clock bars with a time of their own follow each other, if they are always open. */
  speed: number;
}

/** When the bar closed, which is the time of its last price: "at 10:04". With its day, unless that is today. */
export function describePriceTime({ time, interval, isMarketTime }: WatchedBar, now: number): string {
  const closed = Date.parse(time) + lengthsMs[interval];
  const iso = new Date(closed).toISOString();
  if (isMarketTime) return texts.watchPriceMarketTime({ time: formatDayAndTime(iso) });
  const isToday = new Date(closed).toDateString() === new Date(now).toDateString();
  return texts.watchPriceTime({ time: isToday ? formatTime(iso) : formatDayAndTime(iso) });
}

/**
 * Says what a bot does next: "Kora decides next at 11:00. …". A bot decides only when a bar of its decision interval
 * closes; those start at whole multiples of their length since 1970 (UTC). A time of the clock is named only before it has come;
 * a time of the market with the most minutes that it takes. A bot that does not trade says why.
 */
export function describeWatch(
  bot: Pick<Bot, "status" | "isResting" | "decisionInterval">,
  bar: WatchedBar,
  now: number,
  name: ReactNode,
): ReactNode {
  const status = describeBotStatus(bot);
  if (status !== null) return status.withPosition({ bot: name });
  if (bot.decisionInterval === "1mo") return texts.watchDecidesMonthly({ bot: name });
  const barMs = lengthsMs[bar.interval];
  const decisionMs = Math.max(barMs, lengthsMs[bot.decisionInterval]);
  const stops = bar.interval === "1m" && !bar.isMarketTime ? texts.watchStopsMinutely : texts.watchStopsEachPrice;
  const closed = Date.parse(bar.time) + barMs;
  const next = closed - (closed % decisionMs) + decisionMs;
  const time = new Date(next).toISOString();
  if (bar.isAlwaysOpen && bar.isMarketTime) {
    const minutes = Math.ceil((next - closed) / bar.speed / MINUTE_MS);
    return texts.watchDecidesNextMarketTime({ bot: name, time: formatDayAndTime(time), minutes, stops });
  }
  if (bar.isAlwaysOpen && next > now) return texts.watchDecidesNext({ bot: name, time: formatTime(time), stops });
  return (decisionMs > HOUR_MS ? texts.watchDecidesDaily : texts.watchDecidesHourly)({ bot: name, stops });
}

const HOUR_BARS = 60;
const SHOWN_BOTS = 4;
/** Bars of simulated markets that run faster than the clock are read this often. */
const FAST_MARKET_MS = 10_000;
const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** The latest prices of the investor's bots while they wait for their first trade, and when each bot decides next. */
export default function MarketWatch({ positions }: { positions: readonly UserBot[] }) {
  const bots = useBots().data;
  const own = positions.flatMap(({ botId }) => bots?.find(({ id }) => id === botId) ?? []);
  const feed = own[0]?.feed;
  return (
    <div className="mb-6">
      <Sheet title={texts.watchTitle} aside={feed === undefined ? undefined : <FeedTag feed={feed} />}>
        {bots === undefined ? <SkeletonRows rows={2} /> : null}
        <ul className="-my-3 divide-y divide-line">
          {own.slice(0, SHOWN_BOTS).map((bot) => (
            <Watched key={bot.id} bot={bot} />
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-3 text-14 text-muted">{texts.watchExplained}</p>
      </Sheet>
    </div>
  );
}

function Watched({ bot }: { bot: Bot }) {
  const [symbol] = bot.symbols;
  return symbol === undefined ? (
    <li className="py-3 text-14 text-muted" data-testid="watched">
      {texts.watchNothing({ bot: <TextLink href={`/bots/${bot.id}`}>{bot.name}</TextLink> })}
    </li>
  ) : (
    <WatchedSymbol bot={bot} symbol={symbol} />
  );
}

function WatchedSymbol({ bot, symbol }: { bot: Bot; symbol: string }) {
  const settings = usePublicSettings();
  const speed = settings.status === "ready" ? settings.data.simulatedSpeed : 1;
  const wanted = { botId: bot.id, symbol, interval: undefined, reachMs: 0 } as const;
  const { data } = useCandles(wanted, speed === 1 ? undefined : FAST_MARKET_MS);
  // The texts change once a minute.
  const now = useTime((time) => time - (time % MINUTE_MS));
  const bars = data?.candles.slice(-HOUR_BARS) ?? [];
  const [first, last] = [bars[0], bars.at(-1)];
  if (data === undefined) {
    return (
      <li className="py-3">
        <SkeletonRows rows={1} />
      </li>
    );
  }
  if (first === undefined || last === undefined) {
    return <li className="py-3 text-14 text-muted">{texts.watchNoPrices({ name: bot.name })}</li>;
  }
  const change = (Number(last.close) / Number(first.open) - 1) * 100;
  const unit = data.interval === "1d" ? "days" : data.interval === "1h" ? "hours" : "minutes";
  const isSimulated = data.feed === "simulated";
  const bar = {
    time: last.time,
    interval: data.interval,
    isMarketTime: data.feed === "replay" || (isSimulated && speed !== 1),
    isAlwaysOpen: isSimulated,
    speed,
  };
  const others = describeBotStatus(bot) === null ? bot.symbols.slice(1) : [];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 py-3" data-testid="watched">
      <p className="min-w-0">
        <span className="block font-semibold">{symbol}</span>
        <span className="block text-14 text-muted" data-testid="watched-price">
          <span className="figure font-semibold text-ink">
            {formatPrice({ market: bot.market, price: last.close })}
          </span>{" "}
          <span className="inline-block">{describePriceTime(bar, now)}</span>
        </span>
      </p>
      <Sparkline values={bars.map(({ close }) => Number(close))} />
      <p className="text-right text-14">
        <PercentChange value={change.toFixed(4)} />
        <span className="block text-12 text-muted">{texts.watchLastBars({ bars: bars.length, unit })}</span>
      </p>
      <p className="col-span-3 mt-1 text-14 text-muted" data-testid="watch-text">
        {describeWatch(bot, bar, now, <TextLink href={`/bots/${bot.id}`}>{bot.name}</TextLink>)}
        {others.length === 0 ? null : <> {texts.watchAlso({ symbols: conjunction.format(others) })}</>}
      </p>
    </li>
  );
}
