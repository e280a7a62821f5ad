import type { OperatedBot } from "@wazi/contracts";
import { Tag, type TagLook } from "../../ui/tag.tsx";
import { Age } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import { RowButton } from "../records/row-button.tsx";
import * as texts from "../../messages/admin-operations.ts";

const states: Readonly<Record<OperatedBot["status"], { word: string; look: TagLook }>> = {
  trading: { word: texts.trading, look: "gain" },
  paused: { word: texts.paused, look: "wait" },
  halted: { word: texts.halted, look: "loss" },
  "winding-up": { word: texts.windingUp, look: "loss" },
};

const REASON_CLASS = "mt-1 block break-words text-muted";

/** The status of a bot. A trading bot also needs a running trader. */
export function BotStateTag({ bot: { status }, isTraderRunning }: { bot: OperatedBot; isTraderRunning: boolean }) {
  const standsStill = status === "trading" && !isTraderRunning;
  const { word, look } = standsStill ? ({ word: texts.noTrader, look: "loss" } as const) : states[status];
  return <Tag look={look}>{word}</Tag>;
}

/** Why a bot does not trade; empty for one that does. */
export function InactiveReason({ bot: { paused, haltReason } }: { bot: OperatedBot }) {
  return (
    <>
      {haltReason === null ? null : <span className={REASON_CLASS}>{haltReason}</span>}
      {paused === null ? null : (
        <span className={REASON_CLASS}>
          {haltReason === null ? "" : `${texts.alsoPaused} `}
          {paused.reason} · {paused.by === null ? "" : `${formatName(paused.by)}, `}
          <Age at={paused.at} />
        </span>
      )}
    </>
  );
}

/** Opens the dialog that pauses or resumes a bot. */
export type OpenBotDialog = (next: { kind: "pause" | "resume"; id: string }) => void;

/** A trading bot can be paused. A paused bot can be resumed, even if it is also halted. */
export function BotAction({ bot: { id, name, status, paused }, onOpen }: { bot: OperatedBot; onOpen: OpenBotDialog }) {
  if (status !== "trading" && paused === null) return <span className="text-muted">{texts.botNotPausable}</span>;
  const kind = paused === null ? "pause" : "resume";
  return (
    <RowButton
      label={kind === "pause" ? texts.pause : texts.resume}
      of={name}
      right="manage"
      onClick={() => onOpen({ kind, id })}
    />
  );
}
