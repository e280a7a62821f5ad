import type { Bot, PackageTier, UserBot } from "@wazi/contracts";
import { ActivateDialog, type ActivationNotices } from "./activate-dialog.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";

export type OpenPosition = { kind: "activate"; bot: Bot } | { kind: "deactivate"; position: UserBot };

/** The dialog of a bot's card, in a chunk of its own. */
export default function PositionDialog({
  open,
  tier,
  balance,
  notices,
  onClose,
}: {
  open: OpenPosition;
  tier: PackageTier["tier"];
  balance: string;
  notices: ActivationNotices;
  onClose: () => void;
}) {
  if (open.kind === "deactivate") return <DeactivateDialog position={open.position} onClose={onClose} />;
  return <ActivateDialog bot={open.bot} tier={tier} balance={balance} notices={notices} onClose={onClose} />;
}
