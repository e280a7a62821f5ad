import type { OperatedBot } from "@wazi/contracts";
import { Button } from "../../../ui/button.tsx";
import { neededRole, useMayDo } from "../admin-rights.ts";

/** The one lever of a bot: it can be paused while it trades, and resumed while it is paused, halted or not. */
export function BotAction({
  bot: { id, name, status, paused },
  onOpen,
}: {
  bot: OperatedBot;
  onOpen: (next: { kind: "pause" | "resume"; id: string }) => void;
}) {
  const may = useMayDo("manage");
  if (status !== "trading" && paused === null) return <span className="text-muted">can’t be paused</span>;
  const kind = paused === null ? "pause" : "resume";
  const word = kind === "pause" ? "Pause" : "Resume";
  return (
    <Button
      look="secondary"
      className="px-4 !text-14 pointer-fine:min-h-9"
      aria-label={`${word} ${name}`}
      disabled={!may}
      title={may ? undefined : neededRole.manage}
      onClick={() => onOpen({ kind, id })}
    >
      {word}
    </Button>
  );
}
