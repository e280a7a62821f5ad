import type { OperatedBot, Operations } from "@wazi/contracts";
import { useState, type ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatNav } from "../../../lib/format-nav.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { PercentChange } from "../../../ui/percent-change.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { AgeOf } from "../age.tsx";
import { BotAction } from "./bot-action.tsx";
import { BotState } from "./bot-state.tsx";
import { counted, marketNames, openTradeText } from "./operations-words.ts";
import { PauseBotDialog } from "./pause-bot-dialog.tsx";
import { ResumeBotDialog } from "./resume-bot-dialog.tsx";

type Open = { kind: "pause" | "resume"; id: string } | null;

/** Every bot: how it stands, what it holds for whom, and how it has done. */
export function BotsTable({ operations: { bots, lease } }: { operations: Operations }) {
  const [open, setOpen] = useState<Open>(null);
  // A dialog shows the bot as it was read last, and not as it was when the dialog was opened.
  const opened = bots.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  if (bots.length === 0) return <EmptyState>There is no bot.</EmptyState>;
  return (
    <>
      <Table label="Bots" columns={columnsWith(lease?.isAlive === true, setOpen)} rows={bots} leaf="grid" />
      {opened === undefined || open === null ? null : open.kind === "pause" ? (
        <PauseBotDialog bot={opened} onClose={close} />
      ) : (
        <ResumeBotDialog bot={opened} onClose={close} />
      )}
    </>
  );
}

function columnsWith(isTraderRunning: boolean, open: (next: Open) => void): readonly Column<OperatedBot>[] {
  return [
    {
      heading: "Bot",
      isWide: true,
      cell: ({ id, name, market, feed }) => (
        <>
          <TextLink href={`/bots/${id}`}>{name}</TextLink>
          <Small className="text-muted">
            {marketNames[market]}, {feed}
          </Small>
        </>
      ),
    },
    {
      heading: "State",
      isWide: true,
      cell: (bot) => <BotState bot={bot} isTraderRunning={isTraderRunning} />,
    },
    { heading: "Open trade", cell: (bot) => <OpenTrade bot={bot} /> },
    { heading: "Last candle", cell: ({ lastCandleAt }) => <Moment at={lastCandleAt} /> },
    { heading: "Last trade", cell: ({ lastTradeAt }) => <Moment at={lastTradeAt} /> },
    {
      heading: "Investors",
      align: "right",
      cell: ({ investors, value }) => (
        <>
          <Money value={value} className="block" />
          <Small className="text-muted">{counted(investors, "investor")}</Small>
        </>
      ),
    },
    {
      heading: "NAV",
      align: "right",
      cell: ({ nav, returnPct, closedTrades }) => (
        <>
          <span className="figure block">{formatNav(nav)}</span>
          {closedTrades === 0 ? null : <PercentChange value={returnPct} className="block text-12" />}
        </>
      ),
    },
    {
      heading: "Record",
      align: "right",
      cell: ({ closedTrades, winRatePct }) => (
        <>
          <span className="figure block">{counted(closedTrades, "trade")}</span>
          <Small className="text-muted">{winRatePct === null ? "none won or lost" : `${winRatePct}% won`}</Small>
        </>
      ),
    },
    { heading: "Action", align: "right", isWide: true, cell: (bot) => <BotAction bot={bot} onOpen={open} /> },
  ];
}

function Small({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={classNames("figure block text-12", className)}>{children}</span>;
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-muted">none yet</span> : <AgeOf at={at} />;
}

function OpenTrade({ bot: { openTrade } }: { bot: OperatedBot }) {
  if (openTrade === null) return <span className="text-muted">none</span>;
  return (
    <>
      <span className="block whitespace-nowrap">{openTradeText(openTrade)}</span>
      <Small className="text-muted">
        <AgeOf at={openTrade.openedAt} />
      </Small>
    </>
  );
}
