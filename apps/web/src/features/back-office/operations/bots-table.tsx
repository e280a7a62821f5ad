import type { OperatedBot, Operations } from "@wazi/contracts";
import { useState, type ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatNav } from "../../../lib/format-nav.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { PercentChange } from "../../../ui/percent-change.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { AgeOf } from "../age.tsx";
import { BotAction } from "./bot-action.tsx";
import { BotState } from "./bot-state.tsx";
import { counted, marketNames, openTradeText } from "./operations-words.ts";
import { PauseBotDialog } from "./pause-bot-dialog.tsx";
import { ResumeBotDialog } from "./resume-bot-dialog.tsx";

type Open = { kind: "pause" | "resume"; id: string } | null;

interface BotColumn {
  heading: string;
  cell: (bot: OperatedBot) => ReactNode;
  align?: "right";
  /** Takes the whole width of a leaf. */
  isWide?: boolean;
}

/** Every bot: how it stands, what it holds for whom, and how it has done. */
export function BotsTable({ operations: { bots, lease } }: { operations: Operations }) {
  const [open, setOpen] = useState<Open>(null);
  // A dialog shows the bot as it was read last, and not as it was when the dialog was opened.
  const opened = bots.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  if (bots.length === 0) return <EmptyState>There is no bot.</EmptyState>;
  return (
    <>
      <BotRows bots={bots} columns={columnsWith(lease?.isAlive === true, setOpen)} />
      {opened === undefined || open === null ? null : open.kind === "pause" ? (
        <PauseBotDialog bot={opened} onClose={close} />
      ) : (
        <ResumeBotDialog bot={opened} onClose={close} />
      )}
    </>
  );
}

/**
 * A ruled table; on a narrow screen each bot becomes a small leaf with its headings over the values, some beside each
 * other. The roles are written out because a table laid out as a grid loses its own.
 */
function BotRows({ bots, columns }: { bots: readonly OperatedBot[]; columns: readonly BotColumn[] }) {
  return (
    <table role="table" aria-label="Bots" className="block w-full text-14 lg:table">
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:border-b lg:border-line">
          {columns.map(({ heading, align }) => (
            <th
              key={heading}
              role="columnheader"
              scope="col"
              className={classNames(
                "px-2 pb-2 font-semibold whitespace-nowrap text-muted first:pl-0 last:pr-0",
                align === "right" ? "text-right" : "text-left",
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line lg:table-row-group">
        {bots.map((bot) => (
          <tr
            key={bot.id}
            role="row"
            data-bot={bot.name}
            className="grid grid-cols-2 gap-x-4 gap-y-2 py-4 sm:grid-cols-4 lg:table-row lg:py-0"
          >
            {columns.map(({ heading, cell, align, isWide }) => (
              <td
                key={heading}
                role="cell"
                className={classNames(
                  "min-w-0 md:py-1 lg:px-2 lg:align-middle lg:first:pl-0 lg:last:pr-0",
                  isWide === true && "col-span-2",
                  align === "right" && "lg:text-right",
                )}
              >
                <span aria-hidden="true" className="block text-12 text-muted lg:hidden">
                  {heading}
                </span>
                {cell(bot)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function columnsWith(isTraderRunning: boolean, open: (next: Open) => void): readonly BotColumn[] {
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
      heading: "Nav",
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
