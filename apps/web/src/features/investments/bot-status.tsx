import type { Bot } from "@wazi/contracts";
import { Tag, type TagLook } from "../../ui/tag.tsx";

interface BotStatusText {
  tag: string;
  look: TagLook;
  /** For users without a position. Follows the bot's name. */
  withoutPosition: string;
  /** For investors with a position. */
  withPosition: string;
}

const LEAVING = "Your position stays, and you can leave at any time.";

const statusTexts: Readonly<Record<Exclude<Bot["status"], "trading">, BotStatusText>> = {
  paused: {
    tag: "Paused",
    look: "wait",
    withoutPosition: "is paused. It opens no new trades and accepts no new money",
    withPosition: `is paused. It opens no new trades and accepts no new money. ${LEAVING}`,
  },
  halted: {
    tag: "Halted",
    look: "loss",
    withoutPosition: "has been halted. It no longer trades and accepts no new money",
    withPosition: "has been halted. It no longer trades and accepts no new money. You can leave at any time.",
  },
  "winding-up": {
    tag: "Winding up",
    look: "loss",
    withoutPosition: "is winding up. It accepts no new money",
    withPosition: "is winding up. All positions are being paid out.",
  },
};

/** Describes a bot that does not trade normally; null while it does. */
export function describeBotStatus(status: Bot["status"]): BotStatusText | null {
  return status === "trading" ? null : statusTexts[status];
}

/** The tag of a bot that does not trade normally. */
export function BotStatusTag({ status }: { status: Bot["status"] }) {
  const statusText = describeBotStatus(status);
  return statusText === null ? null : <Tag look={statusText.look}>{statusText.tag}</Tag>;
}
