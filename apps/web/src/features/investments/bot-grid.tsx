import type { Bot, EvidenceHeadline, PackageTier, PublicEvidence, UserBot } from "@wazi/contracts";
import { useState } from "react";
import { ActivateDialog, type ActivationNotices } from "./activate-dialog.tsx";
import { BotCard } from "./bot-card.tsx";
import { getLockText } from "./bot-lock.ts";
import { DeactivateDialog } from "./deactivate-dialog.tsx";

type Open = { kind: "activate"; bot: Bot } | { kind: "deactivate"; position: UserBot } | null;

export function BotGrid({
  bots,
  evidence,
  positions,
  tier,
  balance,
  notices,
}: {
  bots: readonly Bot[];
  /** Undefined while it loads. */
  evidence: PublicEvidence | undefined;
  positions: readonly UserBot[];
  tier: PackageTier;
  balance: string;
  notices: ActivationNotices;
}) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {bots.map((bot, place) => {
          const position = positions.find(({ botId }) => botId === bot.id);
          return (
            <BotCard
              key={bot.id}
              bot={bot}
              evidence={evidence === undefined ? undefined : findHeadline(evidence, bot.id)}
              position={position}
              locked={getLockText(place, tier)}
              onActivate={() => setOpen({ kind: "activate", bot })}
              onDeactivate={() => position !== undefined && setOpen({ kind: "deactivate", position })}
            />
          );
        })}
      </ul>
      {open?.kind === "activate" ? (
        <ActivateDialog bot={open.bot} tier={tier.tier} balance={balance} notices={notices} onClose={close} />
      ) : null}
      {open?.kind === "deactivate" ? <DeactivateDialog position={open.position} onClose={close} /> : null}
    </>
  );
}

function findHeadline({ bots }: PublicEvidence, id: string): EvidenceHeadline | null {
  return bots.find(({ botId }) => botId === id)?.headline ?? null;
}
