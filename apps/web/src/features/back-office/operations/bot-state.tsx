import type { OperatedBot } from "@wazi/contracts";
import { Tag, type TagLook } from "../../../ui/tag.tsx";
import { AgeOf } from "../age.tsx";
import { nameOf } from "../owner-cell.tsx";

const states: Readonly<Record<OperatedBot["status"], { word: string; look: TagLook }>> = {
  trading: { word: "Trading", look: "gain" },
  paused: { word: "Paused", look: "wait" },
  halted: { word: "Halted", look: "loss" },
  "winding-up": { word: "Winding up", look: "loss" },
};

/** How a bot stands, and why where it does not trade. A bot that may trade needs a trader that does it. */
export function BotState({ bot, isTraderRunning }: { bot: OperatedBot; isTraderRunning: boolean }) {
  const standsStill = bot.status === "trading" && !isTraderRunning;
  const { word, look } = standsStill ? ({ word: "No trader", look: "loss" } as const) : states[bot.status];
  return (
    <>
      <Tag look={look}>{word}</Tag>
      <Why bot={bot} />
    </>
  );
}

function Why({ bot: { status, paused, haltReason } }: { bot: OperatedBot }) {
  if (status === "trading") return null;
  if (status === "paused" && paused !== null) {
    return (
      <span className="mt-1 block break-words text-muted lg:max-w-64">
        {paused.reason} <PausedBy paused={paused} />
      </span>
    );
  }
  return haltReason === null ? null : (
    <span className="mt-1 block break-words text-muted lg:max-w-64">{haltReason}</span>
  );
}

/** "· Jane Doe, 12 min ago" */
function PausedBy({ paused: { by, at } }: { paused: NonNullable<OperatedBot["paused"]> }) {
  return (
    <>
      · {by === null ? "" : `${nameOf(by)}, `}
      <AgeOf at={at} />
    </>
  );
}
