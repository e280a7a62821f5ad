import { type Bot, type PackageTier, previewDeactivation, type UserBot } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ActivateDialog, type ActivationNotices } from "./activate-dialog.tsx";
import { describeClosedBot } from "./bot-status.tsx";
import { LevelsDialog, TopUpDialog } from "./change-position-dialogs.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import * as texts from "../../messages/investments.ts";
import { explain, type ExplainedTerm } from "../../content/explained-terms.ts";
import { formatDay, formatDayAndTime } from "../../lib/format-date.ts";
import { toCents } from "../../lib/cents.ts";
import { Money } from "../../ui/money.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { ExitPreviewBox } from "./exit-preview-box.tsx";
import { useExitPreview } from "./api.ts";
import { readPositionFigures } from "./worth.ts";
import { formatNav } from "../../lib/format-number.ts";

/** The investor's position in one bot, line by line, and what closing it would pay. */
function PositionBreakdown({ position }: { position: UserBot }) {
  const preview = useExitPreview(previewDeactivation, { botId: position.botId }, position.exitPending !== null);
  const figures = readPositionFigures(position, position.exitPending === null ? preview.data : undefined);
  const { fresh, valuedAt, activatedAt, userSharePct, lossCarried } = position;
  return (
    <div className="grid gap-5">
      <dl className="margin-rule grid gap-2 pl-4 text-14">
        <Line term={texts.breakdownPutIn({ activatedAt: formatDay(activatedAt) })}>
          <Money value={position.allocatedAmount} testId="position-own-money" />
        </Line>
        <Line term={texts.units} explained="unit">
          <span className="figure">{formatUnits(position.units)}</span>
        </Line>
        <Line term={texts.breakdownNav} explained="nav">
          <span className="figure">{formatNav(figures.exitNav)}</span>
        </Line>
        <Line term={texts.valueNow} isTotal>
          <Money value={figures.worth} testId="position-value" />
        </Line>
        <Line term={texts.positionRunningProfit}>
          <Money value={figures.runningProfit} change testId="position-profit" />
        </Line>
        {toCents(figures.interest) === 0n ? null : (
          <Line term={texts.breakdownInterest}>
            <Money value={figures.interest} testId="position-interest" />
          </Line>
        )}
        <Line term={texts.breakdownShare}>
          <span className="figure">{userSharePct}%</span>
        </Line>
        {toCents(lossCarried) === 0n ? null : (
          <Line term={texts.breakdownEarlierLoss}>
            <Money value={lossCarried} />
          </Line>
        )}
        <Level term={texts.stopLoss} sign="−" pct={position.stopLossPct} nav={position.stopLossNav} />
        <Level term={texts.takeProfit} sign="+" pct={position.takeProfitPct} nav={position.takeProfitNav} />
      </dl>
      <p className="text-14 text-muted">
        {texts.breakdownValuedOn({ fresh: fresh ? "yes" : "other", valuedAt: formatDayAndTime(valuedAt) })}
      </p>
      {position.exitPending === null ? (
        <div>
          <h3 className="mb-2 text-16">{texts.breakdownCloseTitle}</h3>
          <ExitPreviewBox query={preview} />
        </div>
      ) : (
        <Notice look="info">{texts.breakdownExitWaiting}</Notice>
      )}
    </div>
  );
}

const SHOWN_PLACES = 6;

/** Truncated, not rounded, so that nobody seems to own more than they do. */
function formatUnits(units: string): string {
  const [whole = "0", fraction = ""] = units.split(".");
  return `${whole}.${fraction.slice(0, SHOWN_PLACES).padEnd(2, "0")}`;
}

function Line({
  term,
  explained,
  isTotal = false,
  children,
}: {
  term: string;
  explained?: ExplainedTerm;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={
        isTotal ? "flex justify-between gap-4 border-t border-line pt-2 text-16" : "flex justify-between gap-4"
      }
    >
      <dt className={isTotal ? "font-semibold" : "text-muted"}>
        {term}
        {explained === undefined ? null : <WhatIs {...explain(explained)} />}
      </dt>
      <dd className="shrink-0 text-right font-semibold">{children}</dd>
    </div>
  );
}

function Level({ term, sign, pct, nav }: { term: string; sign: string; pct: string | null; nav: string | null }) {
  if (pct === null) return null;
  return (
    <Line term={term}>
      <span className="figure">
        {sign}
        {pct}%
      </span>
      {nav === null ? null : (
        <span className="figure ml-2 font-normal text-muted">{texts.atNav({ nav: formatNav(nav) })}</span>
      )}
    </Line>
  );
}

type Open = { kind: "activate" } | { kind: "top-up" | "levels" | "deactivate"; position: UserBot };

/** The investor's position in one bot, or the button to activate it. */
export function OwnPosition({
  bot,
  position,
  locked,
  tier,
  balance,
  notices,
}: {
  bot: Bot;
  position: UserBot | undefined;
  /** Why the bot is locked, or null. */
  locked: string | null;
  tier: PackageTier["tier"];
  balance: string;
  notices: ActivationNotices;
}) {
  // Keeps the position as it was when the dialog opened, until the dialog has shown the result.
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Sheet
      title={texts.yourPosition}
      aside={position === undefined ? undefined : <Tag look="gain">{texts.active}</Tag>}
    >
      {position === undefined ? (
        <NoPosition bot={bot} locked={locked} onActivate={() => setOpen({ kind: "activate" })} />
      ) : (
        <div className="grid gap-5">
          <StatusNotice bot={bot} />
          <PositionBreakdown position={position} />
          {position.exitPending === null ? (
            <div className="grid gap-3">
              <Button
                className="w-full"
                disabled={describeClosedBot(bot) !== null}
                onClick={() => setOpen({ kind: "top-up", position })}
                aria-label={texts.topUpTitle({ name: bot.name })}
              >
                {texts.addMoney}
              </Button>
              <Button look="secondary" className="w-full" onClick={() => setOpen({ kind: "levels", position })}>
                {texts.positionEditLevels}
              </Button>
              <Button
                look="secondary"
                className="w-full"
                onClick={() => setOpen({ kind: "deactivate", position })}
                aria-label={texts.deactivateName({ name: bot.name })}
              >
                {texts.deactivate}
              </Button>
            </div>
          ) : (
            <WaitingExit exit={position.exitPending} botName={bot.name} />
          )}
        </div>
      )}
      {open?.kind === "activate" ? (
        <ActivateDialog bot={bot} tier={tier} balance={balance} notices={notices} onClose={close} />
      ) : null}
      {open?.kind === "top-up" ? (
        <TopUpDialog
          position={open.position}
          balance={balance}
          questions={notices.questions}
          isUnproven={bot.newMoney === "warned"}
          onClose={close}
        />
      ) : null}
      {open?.kind === "levels" ? <LevelsDialog position={open.position} onClose={close} /> : null}
      {open?.kind === "deactivate" ? <DeactivateDialog position={open.position} onClose={close} /> : null}
    </Sheet>
  );
}

/** Explains to an investor why the bot does not trade normally or takes no new money. */
function StatusNotice({ bot }: { bot: Bot }) {
  const statusText = describeClosedBot(bot);
  return statusText === null ? null : <Notice>{statusText.withPosition({ bot: bot.name })}</Notice>;
}

function NoPosition({ bot, locked, onActivate }: { bot: Bot; locked: string | null; onActivate: () => void }) {
  if (locked !== null) {
    return (
      <div className="grid gap-4">
        <p className="text-14 text-muted">{texts.positionLocked({ locked })}</p>
        <LinkButton href="/deposit" look="secondary">
          {texts.deposit}
        </LinkButton>
      </div>
    );
  }
  const statusText = describeClosedBot(bot);
  return (
    <div className="grid gap-4">
      <p className="text-14 text-muted">{texts.positionNone({ name: bot.name })}</p>
      <Button onClick={onActivate} disabled={statusText !== null} aria-label={texts.activateName({ name: bot.name })}>
        {texts.activate}
      </Button>
      {statusText === null ? null : (
        <p className="text-14 text-muted">{statusText.withoutPosition({ bot: bot.name })}</p>
      )}
    </div>
  );
}
