import type { Bot } from "@wazi/contracts";
import { Tag, type TagLook } from "../../ui/tag.tsx";

interface BotStatusText {
  tag: string;
  look: TagLook;
  /** What it means for who has nothing in the bot, after the bot's name. */
  withoutPosition: string;
  /** What it means for who has money in it. */
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

/** What there is to say about a bot that does not trade as usual; null while it does. */
export function describeBotStatus(status: Bot["status"]): BotStatusText | null {
  return status === "trading" ? null : statusTexts[status];
}

/** On a bot that does not trade as usual; nothing while it does. */
export function BotStatusTag({ status }: { status: Bot["status"] }) {
  const words = describeBotStatus(status);
  return words === null ? null : <Tag look={words.look}>{words.tag}</Tag>;
}
