import type { OperatedBot } from "@wazi/contracts";
import { RowButton } from "../records/row-button.tsx";

/** Opens the dialog of a bot's lever. */
export type OpenLever = (next: { kind: "pause" | "resume"; id: string }) => void;

/** The one lever of a bot: it can be paused while it trades, and resumed while it is paused, halted or not. */
export function BotAction({ bot: { id, name, status, paused }, onOpen }: { bot: OperatedBot; onOpen: OpenLever }) {
  if (status !== "trading" && paused === null) return <span className="text-muted">can’t be paused</span>;
  const kind = paused === null ? "pause" : "resume";
  return (
    <RowButton
      label={kind === "pause" ? "Pause" : "Resume"}
      of={name}
      right="manage"
      onClick={() => onOpen({ kind, id })}
    />
  );
}
