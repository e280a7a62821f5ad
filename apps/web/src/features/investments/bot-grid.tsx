import type { Bot, EvidenceHeadline, PackageTier, PublicEvidence, UserBot } from "@wazi/contracts";
import { useCallback, useState } from "react";
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
  // Stable, so that the cards are not rendered again with the dialog.
  const activate = useCallback((bot: Bot) => setOpen({ kind: "activate", bot }), []);
  const deactivate = useCallback((position: UserBot) => setOpen({ kind: "deactivate", position }), []);
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {bots.map((bot, place) => (
          <BotCard
            key={bot.id}
            bot={bot}
            evidence={evidence === undefined ? undefined : findHeadline(evidence, bot.id)}
            position={positions.find(({ botId }) => botId === bot.id)}
            locked={getLockText(place, tier)}
            onActivate={activate}
            onDeactivate={deactivate}
          />
        ))}
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
