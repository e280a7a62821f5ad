import type { Bot, PackageTier, UserBot } from "@wazi/contracts";
import { lazy, Suspense, useState } from "react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ActivateDialog, type ActivationNotices } from "./activate-dialog.tsx";
import { describeClosedBot } from "./bot-status.tsx";
import { LevelsDialog, TopUpDialog } from "./change-position-dialogs.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import * as texts from "../../messages/investments.ts";

const BREAKDOWN_ROWS = 8;
/** Needed only with a position. */
const PositionBreakdown = lazy(() => import("./position-breakdown.tsx").catch(() => ({ default: BreakdownFailed })));

function BreakdownFailed() {
  return (
    <Notice look="danger" role="alert" title={texts.breakdownFailedTitle}>
      <p>{texts.breakdownFailed}</p>
      <Button look="secondary" className="mt-3" onClick={() => window.location.reload()}>
        {texts.tryAgain}
      </Button>
    </Notice>
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
          <Suspense fallback={<SkeletonRows rows={BREAKDOWN_ROWS} className="h-5" />}>
            <PositionBreakdown position={position} />
          </Suspense>
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
