import type { OperatedBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { formatNav } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Age } from "../display/age.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { BotAction, BotStateTag, InactiveReason, type OpenBotDialog } from "./bot-state.tsx";
import { formatCount } from "../display/format-count.ts";
import { marketNames, formatOpenTrade, formatWinRate } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

export function botColumns(isTraderRunning: boolean, open: OpenBotDialog): readonly RecordColumn<OperatedBot>[] {
  return [
    {
      id: "bot",
      heading: texts.bot,
      wraps: true,
      cell: (bot) => (
        <>
          <TextLink href={`/bots/${bot.id}`}>{bot.name}</TextLink>
          <Small>
            {marketNames[bot.market]}, {bot.feed}
          </Small>
          <InactiveReason bot={bot} />
        </>
      ),
    },
    {
      id: "state",
      heading: texts.state,
      width: "md:w-25",
      cell: (bot) => <BotStateTag bot={bot} isTraderRunning={isTraderRunning} />,
    },
    {
      id: "openTrade",
      heading: texts.openTrade,
      width: "md:w-36",
      minScreen: "lg",
      cell: (bot) => <OpenTrade bot={bot} />,
    },
    {
      id: "lastCandle",
      heading: texts.lastCandle,
      width: "md:w-28",
      minScreen: "xl",
      cell: ({ lastCandleAt }) => <Moment at={lastCandleAt} />,
    },
    {
      id: "lastTrade",
      heading: texts.botColumnLastTrade,
      width: "md:w-28",
      minScreen: "xl",
      cell: ({ lastTradeAt }) => <Moment at={lastTradeAt} />,
    },
    ...figureColumns,
    {
      id: "action",
      heading: texts.action,
      align: "right",
      width: "md:w-23 md:pointer-coarse:w-31 lg:w-28",
      wraps: true,
      cell: (bot) => <BotAction bot={bot} onOpen={open} />,
    },
  ];
}

const figureColumns: readonly RecordColumn<OperatedBot>[] = [
  {
    id: "investors",
    heading: texts.investors,
    align: "right",
    width: "md:w-26 lg:w-32",
    cell: ({ investors, value }) => (
      <>
        <Money value={value} className="block" />
        <Small>{formatCount(investors, "investor")}</Small>
      </>
    ),
  },
  {
    id: "nav",
    heading: "NAV",
    align: "right",
    width: "md:w-20 lg:w-24",
    cell: ({ nav, returnPct, closedTrades }) => (
      <>
        <span className="figure block">{formatNav(nav)}</span>
        {closedTrades === 0 ? null : <PercentChange value={returnPct} className="block text-12" />}
      </>
    ),
  },
  {
    id: "record",
    heading: texts.record,
    align: "right",
    width: "md:w-28",
    cell: (bot) => (
      <>
        <span className="figure block">{formatCount(bot.closedTrades, "trade")}</span>
        <Small>{formatWinRate(bot)}</Small>
      </>
    ),
  },
];

function Small({ children }: { children: ReactNode }) {
  return <span className="figure block text-12 text-muted">{children}</span>;
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-muted">{texts.noneYet}</span> : <Age at={at} />;
}

function OpenTrade({ bot: { openTrade } }: { bot: OperatedBot }) {
  if (openTrade === null) return <span className="text-muted">{texts.none}</span>;
  return (
    <>
      <span className="block whitespace-nowrap">{formatOpenTrade(openTrade)}</span>
      <Small>
        <Age at={openTrade.openedAt} />
      </Small>
    </>
  );
}
