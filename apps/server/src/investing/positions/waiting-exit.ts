import { randomUUID } from "node:crypto";
import { formatCents, type Cents, type WaitingPart } from "@wazi/domain";
import { type RowFor, type ExitKind, type WaitingExit, raiseVersion } from "../../ledger/api.ts";

/** A new exit that waits for a price. */
export interface NewExit {
  id: string;
  botId: string;
  kind: ExitKind;
  amount: Cents | null;
  requestedAt: Date;
}

/**
 * Returns the waiting exits of a decision. A deactivation has no amount: it takes the whole position when it settles.
 */
export function toNewExits(waiting: readonly WaitingPart[], kind: ExitKind, now: Date): NewExit[] {
  return waiting.map(({ botId, amount }) => ({
    id: randomUUID(),
    botId,
    kind,
    amount: kind === "deactivation" ? null : amount,
    requestedAt: now,
  }));
}

export function toWaitingExitRow(userId: string, { id, botId, kind, amount, requestedAt }: NewExit): RowFor<"exits"> {
  return {
    id,
    userId,
    botId,
    kind,
    amount: amount === null ? null : formatCents(amount),
    status: "pending",
    requestedAt,
    version: "1",
  };
}

/** An exit that settled or was cancelled. The ledger's door sets the time. */
export interface EndedExit {
  botId: string;
  exit: WaitingExit;
  status: "settled" | "cancelled";
}

export function toEndedExitRow(userId: string, { botId, exit, status }: EndedExit): RowFor<"exits"> {
  return { ...toWaitingExitRow(userId, { ...exit, botId }), status, version: raiseVersion(exit.version) };
}
