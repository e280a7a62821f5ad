import type { OperatedBot, Operations } from "@wazi/contracts";
import { useState } from "react";
import { formatNav } from "../../../lib/format-nav.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { PercentChange } from "../../../ui/percent-change.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { neededRole, useMayDo } from "../admin-rights.ts";
import { AgeOf } from "../age.tsx";
import { BotState } from "./bot-state.tsx";
import { counted, marketNames, openTradeText } from "./operations-words.ts";
import { PauseBotDialog } from "./pause-bot-dialog.tsx";
import { ResumeBotDialog } from "./resume-bot-dialog.tsx";

type Open = { kind: "pause" | "resume"; id: string } | null;

/** Every bot: how it stands, what it holds for whom, and how it has done. */
export function BotsTable({ operations: { bots, lease } }: { operations: Operations }) {
  const [open, setOpen] = useState<Open>(null);
  const isTraderRunning = lease?.isAlive === true;
  // A dialog shows the bot as it was read last, and not as it was when the dialog was opened.
  const opened = bots.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  if (bots.length === 0) return <EmptyState>There is no bot.</EmptyState>;
  return (
    <>
      <Table label="Bots" columns={columnsWith(isTraderRunning, setOpen)} rows={bots} />
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
      cell: ({ id, name, market, feed }) => (
        <>
          <TextLink href={`/bots/${id}`}>{name}</TextLink>
          <span className="block text-12 text-muted">
            {marketNames[market]}, {feed}
          </span>
        </>
      ),
    },
    { heading: "State", cell: (bot) => <BotState bot={bot} isTraderRunning={isTraderRunning} /> },
    { heading: "Open trade", cell: (bot) => <OpenTrade bot={bot} /> },
    { heading: "Last candle", cell: ({ lastCandleAt }) => <Moment at={lastCandleAt} /> },
    { heading: "Last trade", cell: ({ lastTradeAt }) => <Moment at={lastTradeAt} /> },
    {
      heading: "Investors",
      align: "right",
      cell: ({ investors, value }) => (
        <>
          <Money value={value} className="block" />
          <span className="figure block text-12 text-muted">{counted(investors, "investor")}</span>
        </>
      ),
    },
    {
      heading: "Nav",
      align: "right",
      cell: ({ nav, returnPct }) => (
        <>
          <span className="figure block">{formatNav(nav)}</span>
          <PercentChange value={returnPct} className="block text-12" />
        </>
      ),
    },
    {
      heading: "Record",
      align: "right",
      cell: ({ closedTrades, winRatePct }) => (
        <>
          <span className="figure block">{counted(closedTrades, "trade")}</span>
          <span className="figure block text-12 text-muted">
            {winRatePct === null ? "none yet" : `${winRatePct}% won`}
          </span>
        </>
      ),
    },
    { heading: "Action", align: "right", cell: (bot) => <BotAction bot={bot} open={open} /> },
  ];
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-muted">none yet</span> : <AgeOf at={at} />;
}

function OpenTrade({ bot: { openTrade } }: { bot: OperatedBot }) {
  if (openTrade === null) return <span className="text-muted">none</span>;
  return (
    <>
      <span className="block whitespace-nowrap">{openTradeText(openTrade)}</span>
      <span className="block text-12 text-muted">
        <AgeOf at={openTrade.openedAt} />
      </span>
    </>
  );
}

function BotAction({ bot, open }: { bot: OperatedBot; open: (next: Open) => void }) {
  const may = useMayDo("manage");
  if (bot.status !== "trading" && bot.status !== "paused") {
    return <span className="text-muted">can’t be paused</span>;
  }
  const kind = bot.status === "trading" ? "pause" : "resume";
  const word = kind === "pause" ? "Pause" : "Resume";
  return (
    <Button
      look="secondary"
      className="px-4 !text-14 pointer-fine:min-h-9"
      aria-label={`${word} ${bot.name}`}
      disabled={!may}
      title={may ? undefined : neededRole.manage}
      onClick={() => open({ kind, id: bot.id })}
    >
      {word}
    </Button>
  );
}
