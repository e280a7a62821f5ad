import { randomUUID } from "node:crypto";
import { formatCents, type Cents, type WaitingPart } from "@wazi/domain";
import type { RowFor } from "../ledger/row-store.ts";
import type { ExitKind, WaitingExit } from "./store.ts";

/** An exit that is taken now and waits for a price. */
export interface NewExit {
  id: string;
  botId: string;
  kind: ExitKind;
  amount: Cents | null;
  requestedAt: Date;
}

/** The exits that a decision leaves waiting. A deactivation takes all that there is at the time. */
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

/** An exit that has settled, or was cancelled; when, the door says. */
export interface EndedExit {
  botId: string;
  exit: WaitingExit;
  status: "settled" | "cancelled";
}

export function toEndedExitRow(userId: string, { botId, exit, status }: EndedExit): RowFor<"exits"> {
  return { ...toWaitingExitRow(userId, { ...exit, botId }), status, version: String(BigInt(exit.version) + 1n) };
}
