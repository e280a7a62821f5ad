import type { Bot } from "@wazi/contracts";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import * as texts from "../../messages/investments.ts";

interface BotStatusText {
  tag: string;
  look: TagLook;
  /** For users without a position. Follows the bot's name. */
  withoutPosition: string;
  /** For investors with a position. */
  withPosition: string;
}

const LEAVING = texts.yourPositionStaysAndYou;

type BotWithStatus = Pick<Bot, "status" | "isResting">;

const statusTexts: Readonly<Record<Exclude<Bot["status"], "trading"> | "resting", BotStatusText>> = {
  resting: {
    tag: texts.resting,
    look: "wait",
    withoutPosition: texts.restsBecauseItsRecordedPrices,
    withPosition: texts.restsBecauseItsRecordedPricesHave({ leaving: LEAVING }),
  },
  paused: {
    tag: texts.paused,
    look: "wait",
    withoutPosition: texts.isPausedItOpensNo,
    withPosition: texts.isPausedItOpensNoNew({ leaving: LEAVING }),
  },
  halted: {
    tag: texts.halted,
    look: "loss",
    withoutPosition: texts.hasHaltedItNoLonger,
    withPosition: texts.hasHaltedItNoLongerTrades,
  },
  "winding-up": {
    tag: texts.windingUp,
    look: "loss",
    withoutPosition: texts.isWindingUpItAccepts,
    withPosition: texts.isWindingUpAllPositions,
  },
};

/** Describes a bot that does not trade normally; null while it does. */
export function describeBotStatus({ status, isResting }: BotWithStatus): BotStatusText | null {
  if (status !== "trading") return statusTexts[status];
  return isResting ? statusTexts.resting : null;
}

/** The tag of a bot that does not trade normally. */
export function BotStatusTag({ bot }: { bot: BotWithStatus }) {
  const statusText = describeBotStatus(bot);
  return statusText === null ? null : <Tag look={statusText.look}>{statusText.tag}</Tag>;
}
