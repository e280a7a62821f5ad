import { type Bot, type BotHolding, type BotHoldings, MINUTE_MS } from "@wazi/contracts";
import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTime } from "../../lib/clock.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatPrice } from "../../lib/format-price.ts";
import { Notice } from "../../ui/notice.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import * as texts from "../../messages/holdings.ts";
import { useBotHoldings } from "./api.ts";
import {
  describeChangeTime,
  describeFill,
  describeInterest,
  describeNext,
  explainHoldings,
  nameSymbol,
} from "./holdings-text.ts";
import { CASH_FILL, listShownSymbols, pickFill } from "./part-fills.ts";
import { WeightsChart } from "./weights-chart.tsx";

/** A bot's holdings with their reasons, when it decides next, and what it did last. */
export default function HoldingsSheet({ bot }: { bot: Bot }) {
  const holdings = useBotHoldings(bot.id);
  return (
    <Sheet title={texts.title} aside={<FeedTag feed={bot.feed} />} className="rests-behind-dialog">
      <QueryState query={holdings} failedTitle={texts.failedTitle} loading={<SkeletonRows rows={4} className="h-12" />}>
        {(data) => <Holdings bot={bot} data={data} />}
      </QueryState>
    </Sheet>
  );
}

function Holdings({ bot, data }: { bot: Bot; data: BotHoldings }) {
  // The texts change once a minute.
  const now = useTime((time) => time - (time % MINUTE_MS));
  const { lastChange } = data;
  const symbols = listShownSymbols(bot.symbols, data);
  return (
    <div className="grid gap-6" data-testid="holdings">
      <div className="grid gap-4">
        {data.fresh || data.pricedAt === null ? null : (
          <Notice>{texts.stale({ at: formatDayAndTime(data.pricedAt) })}</Notice>
        )}
        <WeightBar data={data} symbols={symbols} />
        <WeightList bot={bot} data={data} symbols={symbols} />
      </div>
      <Part title={texts.whyTitle} testId="holdings-why">
        {explainHoldings(data, bot).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Part>
      <div className="grid gap-6 sm:grid-cols-2">
        <Part title={texts.nextTitle} testId="holdings-next">
          <p>{describeNext(bot.isResting ? null : data.next, now)}</p>
          {data.ordersWait ? <p>{texts.nextOrders}</p> : null}
        </Part>
        <Part title={texts.interestTitle} testId="holdings-interest">
          <p>{describeInterest(data.interest)}</p>
        </Part>
      </div>
      <Part title={texts.changeTitle} testId="holdings-change">
        <p>{describeChangeTime(data)}</p>
        {lastChange === null ? null : (
          <ul className="mt-1 grid gap-1.5">
            {lastChange.fills.map((fill) => (
              <li key={`${fill.kind} ${fill.symbol} ${fill.price}`}>{describeFill(fill, bot.market)}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={texts.chartTitle} testId="holdings-chart" isWide>
        {data.history.length < 2 ? (
          <p>{texts.chartEmpty}</p>
        ) : (
          <WeightsChart history={data.history} symbols={symbols} cashName={nameCash(data)} />
        )}
      </Part>
    </div>
  );
}

function Part({
  title,
  testId,
  isWide = false,
  children,
}: {
  title: string;
  testId: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="border-t border-line pt-4" data-testid={testId}>
      <h3 className="mb-1.5 text-16">{title}</h3>
      <div className={classNames("grid gap-1.5 text-14 text-muted", !isWide && "max-w-[68ch]")}>{children}</div>
    </div>
  );
}

const nameCash = ({ interest }: BotHoldings): string => (interest.pays ? texts.cashAndBills : texts.cash);
const nameHolding = ({ symbol, side }: Pick<BotHolding, "symbol" | "side">): string =>
  side === "buy" ? nameSymbol(symbol) : texts.short({ symbol: nameSymbol(symbol) });

interface BarPart {
  name: string;
  weightPct: string;
  fill: string;
}

const fillOf = (symbols: readonly string[], symbol: string): string => pickFill(symbols.indexOf(symbol));

function listParts(data: BotHoldings, symbols: readonly string[]): BarPart[] {
  const parts = data.holdings.map((each) => {
    return { name: nameHolding(each), weightPct: each.weightPct, fill: fillOf(symbols, each.symbol) };
  });
  return [...parts, { name: nameCash(data), weightPct: data.cashPct, fill: CASH_FILL }];
}

/** The parts of the money side by side. The list below it says the same in words. */
function WeightBar({ data, symbols }: { data: BotHoldings; symbols: readonly string[] }) {
  const parts = listParts(data, symbols);
  return (
    <div
      role="img"
      aria-label={parts.map(({ name, weightPct }) => texts.label({ symbol: name, weight: `${weightPct}%` })).join(", ")}
      className="flex h-8 gap-0.5 overflow-hidden rounded-sm"
    >
      {parts.map(({ name, weightPct, fill }) =>
        Number(weightPct) === 0 ? null : (
          <span
            key={name}
            className={classNames("min-w-1", fill)}
            style={{ flexGrow: Number(weightPct), flexBasis: 0 }}
          />
        ),
      )}
    </div>
  );
}

function WeightList({ bot, data, symbols }: { bot: Bot; data: BotHoldings; symbols: readonly string[] }) {
  return (
    <ul className="divide-y divide-line" data-testid="weights">
      {data.holdings.map((holding) => (
        <WeightRow
          key={nameHolding(holding)}
          name={nameHolding(holding)}
          weightPct={holding.weightPct}
          fill={fillOf(symbols, holding.symbol)}
        >
          {holding.price === null ? null : (
            <span>{texts.price({ price: formatPrice({ market: bot.market, price: holding.price }) })}</span>
          )}
          <span>
            {(holding.side === "buy" ? texts.gain : texts.gainShort)({
              gain: <PercentChange value={holding.gainPct} />,
            })}
          </span>
        </WeightRow>
      ))}
      <WeightRow name={nameCash(data)} weightPct={data.cashPct} fill={CASH_FILL} />
    </ul>
  );
}

function WeightRow({
  name,
  weightPct,
  fill,
  children,
}: {
  name: string;
  weightPct: string;
  fill: string;
  children?: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 py-2">
      <span aria-hidden="true" className={classNames("size-3 rounded-[2px]", fill)} />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="flex flex-wrap gap-x-3 text-14 text-muted">{children}</span>
      </span>
      <span className="figure text-18 font-semibold">{weightPct}%</span>
    </li>
  );
}
