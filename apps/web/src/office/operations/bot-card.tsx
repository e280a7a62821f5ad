import type { OperatedBot } from "@wazi/contracts";
import { formatNav } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Age } from "../display/age.tsx";
import { BotAction, BotStateTag, InactiveReason, type OpenBotDialog } from "./bot-state.tsx";
import { formatCount } from "../display/format-count.ts";
import { formatOpenTrade, formatWinRate } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** A bot on a phone. */
export function BotCard({
  bot,
  isTraderRunning,
  onOpen,
}: {
  bot: OperatedBot;
  isTraderRunning: boolean;
  onOpen: OpenBotDialog;
}) {
  const { id, name, nav, returnPct, closedTrades, investors, value, openTrade, lastTradeAt } = bot;
  return (
    <li className="py-2 text-14">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3">
            <TextLink href={`/bots/${id}`}>{name}</TextLink>
            <BotStateTag bot={bot} isTraderRunning={isTraderRunning} />
          </p>
          <p className="flex flex-wrap gap-x-2">
            <span className="figure">{texts.botNav({ nav: formatNav(nav) })}</span>
            {closedTrades === 0 ? null : <PercentChange value={returnPct} />}
          </p>
        </div>
        <BotAction bot={bot} onOpen={onOpen} />
      </div>
      <p className="text-12 text-muted">
        {texts.botMoney({
          money: <Money value={value} />,
          investors: formatCount(investors, "investor"),
          closedTrades: formatCount(closedTrades, "trade"),
          part: closedTrades === 0 ? null : `, ${formatWinRate(bot)}`,
        })}
      </p>
      <p className="text-12 text-muted">
        {openTrade === null ? texts.botNoTrade : `${formatOpenTrade(openTrade)} `}
        {openTrade === null ? null : <Age at={openTrade.openedAt} />}
        {lastTradeAt === null ? null : <> {texts.lastTrade({ lastTradeAt: <Age at={lastTradeAt} /> })}</>}
      </p>
      <InactiveReason bot={bot} />
    </li>
  );
}
