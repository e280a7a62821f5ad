import type { Bot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import * as texts from "../../messages/investments.ts";

/** Sentences about a bot; the first begins with its name. */
type StatusSentence = (parts: { bot: ReactNode }) => ReactNode;

interface BotStatusText {
  tag: string;
  look: TagLook;
  /** For users without a position. */
  withoutPosition: StatusSentence;
  /** For investors with a position. */
  withPosition: StatusSentence;
}

type BotWithStatus = Pick<Bot, "status" | "isResting">;

const statusTexts: Readonly<Record<Exclude<Bot["status"], "trading"> | "resting", BotStatusText>> = {
  resting: {
    tag: texts.resting,
    look: "wait",
    withoutPosition: texts.statusRestingWithoutPosition,
    withPosition: texts.statusRestingWithPosition,
  },
  paused: {
    tag: texts.paused,
    look: "wait",
    withoutPosition: texts.statusPausedWithoutPosition,
    withPosition: texts.statusPausedWithPosition,
  },
  halted: {
    tag: texts.halted,
    look: "loss",
    withoutPosition: texts.statusHaltedWithoutPosition,
    withPosition: texts.statusHaltedWithPosition,
  },
  "winding-up": {
    tag: texts.windingUp,
    look: "loss",
    withoutPosition: texts.statusWindingUpWithoutPosition,
    withPosition: texts.statusWindingUpWithPosition,
  },
};

/** Describes a bot that does not trade normally; null while it does. */
export function describeBotStatus({ status, isResting }: BotWithStatus): BotStatusText | null {
  if (status !== "trading") return statusTexts[status];
  return isResting ? statusTexts.resting : null;
}

type BotWithVerdict = Pick<Bot, "newMoney" | "verdict">;

/** Describes why a bot takes no new money, whether it trades or not; null while it takes some. */
export function describeClosedBot(bot: BotWithStatus & BotWithVerdict): BotStatusText | null {
  const status = describeBotStatus(bot);
  if (status !== null || bot.newMoney !== "closed") return status;
  const isJudged = bot.verdict === "none";
  return {
    tag: texts.statusClosedTag,
    look: "wait",
    withoutPosition: isJudged ? texts.statusNoEvidenceWithoutPosition : texts.statusNotJudgedWithoutPosition,
    withPosition: isJudged ? texts.statusNoEvidenceWithPosition : texts.statusNotJudgedWithPosition,
  };
}

/** The tag of a bot that does not trade normally or takes no new money. */
export function BotStatusTag({ bot }: { bot: BotWithStatus & BotWithVerdict }) {
  const statusText = describeClosedBot(bot);
  return statusText === null ? null : <Tag look={statusText.look}>{statusText.tag}</Tag>;
}
