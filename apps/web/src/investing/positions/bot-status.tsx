import type { Bot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { formatDay } from "../../lib/format-date.ts";
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

/** A bot that no broker can trade. */
const paperOnly: BotStatusText = {
  tag: texts.statusPaperOnlyTag,
  look: "wait",
  withoutPosition: texts.statusPaperOnlyWithoutPosition,
  withPosition: texts.statusPaperOnlyWithPosition,
};

type BotWithVerdict = Pick<Bot, "newMoney" | "verdict" | "retiredOn" | "isPaperOnly">;

/** Describes why a bot takes no new money, whether it trades or not; null while it takes some. */
export function describeClosedBot(bot: BotWithStatus & BotWithVerdict): BotStatusText | null {
  const status = describeBotStatus(bot);
  if (status !== null) return status;
  if (bot.isPaperOnly) return paperOnly;
  if (bot.newMoney !== "closed") return null;
  if (bot.retiredOn !== null) return describeRetirement(bot.retiredOn);
  return { tag: texts.statusClosedTag, look: "wait", ...explainClosed(bot.verdict) };
}

function explainClosed(verdict: Bot["verdict"]): Pick<BotStatusText, "withoutPosition" | "withPosition"> {
  switch (verdict) {
    case "none":
      return {
        withoutPosition: texts.statusNoEvidenceWithoutPosition,
        withPosition: texts.statusNoEvidenceWithPosition,
      };
    case "benchmark":
      return {
        withoutPosition: texts.statusNoInterestWithoutPosition,
        withPosition: texts.statusNoInterestWithPosition,
      };
    default:
      return { withoutPosition: texts.statusNotJudgedWithoutPosition, withPosition: texts.statusNotJudgedWithPosition };
  }
}

/** Says what the bills of a bot earn here; null for a bot without bills, and where its status says it already. */
export function describeBills({
  billInterest,
  newMoney,
  verdict,
}: Omit<BotWithVerdict, "isPaperOnly"> & Pick<Bot, "billInterest">): string | null {
  switch (billInterest?.source) {
    case undefined:
      return null;
    case "fixed":
      return texts.billsEarnFixed({ ratePct: String(billInterest.ratePct) });
    case "bills":
      return texts.billsEarnRecorded;
    case "statements":
      return texts.billsEarnArrived;
    case "none":
      return newMoney === "closed" && verdict === "benchmark" ? null : texts.billsEarnNothing;
  }
}

function describeRetirement(day: string): BotStatusText {
  // The middle of the day is on the same date in every time zone.
  const date = formatDay(`${day}T12:00`);
  return {
    tag: texts.statusClosedTag,
    look: "wait",
    withoutPosition: ({ bot }) => texts.statusRetiredWithoutPosition({ bot, date }),
    withPosition: ({ bot }) => texts.statusRetiredWithPosition({ bot, date }),
  };
}

/** The tag of a bot that does not trade normally or takes no new money. */
export function BotStatusTag({ bot }: { bot: BotWithStatus & BotWithVerdict }) {
  const statusText = describeClosedBot(bot);
  return statusText === null ? null : <Tag look={statusText.look}>{statusText.tag}</Tag>;
}
