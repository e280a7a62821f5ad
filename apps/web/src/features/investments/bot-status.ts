import type { Bot } from "@wazi/contracts";
import type { TagLook } from "../../ui/tag.tsx";

interface StatusWords {
  tag: string;
  look: TagLook;
  /** What it means for who has nothing in the bot, after the bot's name. */
  outside: string;
  /** What it means for who has money in it. */
  inside: string;
}

const LEAVING = "Your position stays, and you can leave at any time.";

const words: Readonly<Record<Exclude<Bot["status"], "trading">, StatusWords>> = {
  paused: {
    tag: "Paused",
    look: "wait",
    outside: "is paused: it opens no new trades and takes no new money",
    inside: `is paused: it opens no new trades and takes no new money. ${LEAVING}`,
  },
  halted: {
    tag: "Halted",
    look: "loss",
    outside: "has been halted: it trades no more and takes no new money",
    inside: "has been halted: it trades no more and takes no new money. You can leave at any time.",
  },
  "winding-up": {
    tag: "Winding up",
    look: "loss",
    outside: "is winding up: it takes no new money right now",
    inside: "is winding up: all positions in it are being paid out.",
  },
};

/** What there is to say about a bot that does not trade as usual; null while it does. */
export function botStatusWords(status: Bot["status"]): StatusWords | null {
  return status === "trading" ? null : words[status];
}
