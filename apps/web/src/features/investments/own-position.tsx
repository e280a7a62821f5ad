import type { Bot, PackageTier, UserBot } from "@wazi/contracts";
import { useState } from "react";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ActivateDialog, type ActivationNotices } from "./activate-dialog.tsx";
import { describeBotStatus } from "./bot-status.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import { PositionBreakdown } from "./position-breakdown.tsx";

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
  const [open, setOpen] = useState<"activate" | UserBot | null>(null);
  const close = () => setOpen(null);
  return (
    <Sheet title="Your position" aside={position === undefined ? undefined : <Tag look="gain">Active</Tag>}>
      {position === undefined ? (
        <NoPosition bot={bot} locked={locked} onActivate={() => setOpen("activate")} />
      ) : (
        <div className="grid gap-5">
          <StatusNotice bot={bot} />
          <PositionBreakdown position={position} />
          {position.exitPending === null ? (
            <Button
              look="secondary"
              className="w-full"
              onClick={() => setOpen(position)}
              aria-label={`Deactivate ${bot.name}`}
            >
              Deactivate
            </Button>
          ) : (
            <WaitingExit exit={position.exitPending} botName={bot.name} />
          )}
        </div>
      )}
      {open === null ? null : open === "activate" ? (
        <ActivateDialog bot={bot} tier={tier} balance={balance} notices={notices} onClose={close} />
      ) : (
        <DeactivateDialog position={open} onClose={close} />
      )}
    </Sheet>
  );
}

/** Explains to an investor why the bot does not trade normally. */
function StatusNotice({ bot }: { bot: Bot }) {
  const statusText = describeBotStatus(bot.status);
  return statusText === null ? null : (
    <Notice>
      {bot.name} {statusText.withPosition}
    </Notice>
  );
}

function NoPosition({ bot, locked, onActivate }: { bot: Bot; locked: string | null; onActivate: () => void }) {
  if (locked !== null) {
    return (
      <div className="grid gap-4">
        <p className="text-14 text-muted">This bot is not in your package yet. {locked}.</p>
        <LinkButton href="/deposit" look="secondary">
          Deposit
        </LinkButton>
      </div>
    );
  }
  const statusText = describeBotStatus(bot.status);
  return (
    <div className="grid gap-4">
      <p className="text-14 text-muted">
        You have no money in {bot.name}. The amount you allocate buys units at the current unit price.
      </p>
      <Button onClick={onActivate} disabled={statusText !== null} aria-label={`Activate ${bot.name}`}>
        Activate
      </Button>
      {statusText === null ? null : (
        <p className="text-14 text-muted">
          {bot.name} {statusText.withoutPosition}.
        </p>
      )}
    </div>
  );
}
