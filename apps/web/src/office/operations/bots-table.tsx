import { type OperatedBot, type Operations, pauseBot } from "@wazi/contracts";
import { type ReactNode, useMemo, useState } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RecordTable } from "../records/record-table.tsx";
import * as texts from "../../messages/admin-operations.ts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { bindFields } from "../decisions/use-decision.ts";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { ConfirmDialog } from "../decisions/decision-dialog.tsx";
import { usePauseBot, useResumeBot } from "./api.ts";
import {
  describePause,
  formatOpenTrade,
  formatWinRate,
  listPauseEffects,
  listResumeEffects,
  marketNames,
} from "./labels.ts";
import { formatNav } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Age } from "../display/age.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { formatCount } from "../display/format-count.ts";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import { formatName } from "../person/person.tsx";
import { RowButton } from "../records/row-button.tsx";

const states: Readonly<Record<OperatedBot["status"], { word: string; look: TagLook }>> = {
  trading: { word: texts.trading, look: "gain" },
  paused: { word: texts.paused, look: "wait" },
  halted: { word: texts.halted, look: "loss" },
  "winding-up": { word: texts.windingUp, look: "loss" },
};

const REASON_CLASS = "mt-1 block break-words text-muted";

/** The status of a bot. A trading bot also needs a running trader. */
function BotStateTag({ bot: { status }, isTraderRunning }: { bot: OperatedBot; isTraderRunning: boolean }) {
  const standsStill = status === "trading" && !isTraderRunning;
  const { word, look } = standsStill ? ({ word: texts.noTrader, look: "loss" } as const) : states[status];
  return <Tag look={look}>{word}</Tag>;
}

/** Why a bot does not trade; empty for one that does. */
function InactiveReason({ bot: { paused, haltReason } }: { bot: OperatedBot }) {
  return (
    <>
      {haltReason === null ? null : <span className={REASON_CLASS}>{haltReason}</span>}
      {paused === null ? null : (
        <span className={REASON_CLASS}>
          {haltReason === null ? "" : `${texts.alsoPaused} `}
          {paused.reason} · {paused.by === null ? "" : `${formatName(paused.by)}, `}
          <Age at={paused.at} />
        </span>
      )}
    </>
  );
}

/** Opens the dialog that pauses or resumes a bot. */
type OpenBotDialog = (next: { kind: "pause" | "resume"; id: string }) => void;

/** A trading bot can be paused. A paused bot can be resumed, even if it is also halted. */
function BotAction({ bot: { id, name, status, paused }, onOpen }: { bot: OperatedBot; onOpen: OpenBotDialog }) {
  if (status !== "trading" && paused === null) return <span className="text-muted">{texts.botNotPausable}</span>;
  const kind = paused === null ? "pause" : "resume";
  return (
    <RowButton
      label={kind === "pause" ? texts.pause : texts.resume}
      spoken={kind === "pause" ? texts.pauseSpoken({ name }) : texts.resumeSpoken({ name })}
      right="manage"
      onClick={() => onOpen({ kind, id })}
    />
  );
}

function botColumns(isTraderRunning: boolean, open: OpenBotDialog): readonly RecordColumn<OperatedBot>[] {
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

/** All bots with status, money and results. On a phone as compact cards. */
export function BotsTable({ operations: { bots, lease } }: { operations: Operations }) {
  const [open, setOpen] = useState<Parameters<OpenBotDialog>[0] | null>(null);
  const isTraderRunning = lease?.isAlive === true;
  const columns = useMemo(() => botColumns(isTraderRunning, setOpen), [isTraderRunning]);
  // The dialog shows the latest state of the bot, not the one from when it opened.
  const opened = bots.find(({ id }) => id === open?.id);
  const close = () => setOpen(null);
  if (bots.length === 0) return <EmptyState>{texts.noBots}</EmptyState>;
  return (
    <>
      <div className="max-md:hidden">
        <RecordTable label={texts.bots} columns={columns} rows={bots} />
      </div>
      <ul aria-label={texts.bots} className="-my-2 divide-y divide-line md:hidden">
        {bots.map((bot) => (
          <BotCard key={bot.id} bot={bot} isTraderRunning={isTraderRunning} onOpen={setOpen} />
        ))}
      </ul>
      {opened === undefined || open === null ? null : open.kind === "pause" ? (
        <PauseBotDialog bot={opened} onClose={close} />
      ) : (
        <ResumeBotDialog bot={opened} onClose={close} />
      )}
    </>
  );
}

/**
 * Asks for a reason, after showing the effects. `bot` is the latest state: another administrator may have paused it.
 */
function PauseBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const pause = usePauseBot();
  const form = useForm({
    resolver: schemaResolver(pauseBot.body),
    defaultValues: { reason: "" },
  });
  const field = bindFields(form);

  if (bot.status !== "trading" && !pause.isPending && !pause.isSuccess) {
    return (
      <AlreadyDoneDialog
        title={texts.pauseName({ name: bot.name })}
        what={bot.paused === null ? texts.pauseNoLongerTrading : texts.alreadyPaused}
        onClose={onClose}
      >
        {bot.paused === null ? texts.pauseNotPossible : describePause(bot.paused)}
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.pauseName({ name: bot.name })}
      mutation={pause}
      form={form}
      toInput={(body) => ({ params: { id: bot.id }, body })}
      submitLabel={texts.pauseBot}
      pendingLabel={texts.pausing}
      done={texts.pauseDone({ name: bot.name })}
      failed={texts.pauseFailed}
      onClose={onClose}
    >
      <InfoList items={listPauseEffects(bot)} />
      <TextAreaField
        label={texts.reason}
        hint={texts.pauseReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("reason")}
      />
    </ConfirmDialog>
  );
}

function ResumeBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const resume = useResumeBot();

  if (bot.paused === null && !resume.isPending && !resume.isSuccess) {
    return (
      <AlreadyDoneDialog
        title={texts.resumeName({ name: bot.name })}
        what={texts.resumeNoLongerPaused}
        onClose={onClose}
      >
        {texts.resumeAlreadyDone}
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.resumeName({ name: bot.name })}
      mutation={resume}
      toInput={() => ({ params: { id: bot.id } })}
      submitLabel={texts.resumeBot}
      pendingLabel={texts.resuming}
      done={texts.resumeDone({ name: bot.name })}
      failed={texts.resumeFailed}
      onClose={onClose}
    >
      {bot.paused === null ? null : <p className="text-14 break-words text-muted">{describePause(bot.paused)}</p>}
      <InfoList items={listResumeEffects(bot)} />
    </ConfirmDialog>
  );
}

function CardTrade({ trade }: { trade: OperatedBot["openTrade"] }) {
  if (trade === null) return texts.botNoTrade;
  return (
    <>
      {formatOpenTrade(trade)} <Age at={trade.openedAt} />
    </>
  );
}

/** A bot on a phone. */
function BotCard({
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
        {lastTradeAt === null ? (
          <CardTrade trade={openTrade} />
        ) : (
          texts.openTradeAndLast({ trade: <CardTrade trade={openTrade} />, lastTradeAt: <Age at={lastTradeAt} /> })
        )}
      </p>
      <InactiveReason bot={bot} />
    </li>
  );
}
