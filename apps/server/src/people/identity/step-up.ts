import { createHash } from "node:crypto";
import { MINUTE_MS, secondFactorMessages, type Call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";

/** How long a proof of who the caller is counts. */
export const STEP_UP_MS = 5 * MINUTE_MS;

/** The session's record of the last proof. */
type StepUpState = Pick<SessionRow, "hasSecondFactor" | "steppedUpAt" | "stepUpFor">;

const refusal = (): AppError => new AppError("STEP_UP_REQUIRED", secondFactorMessages.stepUpRequired);

const isFresh = ({ steppedUpAt }: StepUpState, now: Date): boolean =>
  steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < STEP_UP_MS;

/** @throws AppError STEP_UP_REQUIRED when the call needs a proof that the session has not given in the last minutes */
export function refuseWithoutStepUp(session: StepUpState, needed: Call["stepUp"], now: Date): void {
  if (needed === undefined || (needed === "with-factor" && !session.hasSecondFactor)) return;
  if (!isFresh(session, now)) throw refusal();
}

/**
 * The same for a withdrawal: with a second factor, the proof must have been for exactly this amount and destination.
 * @param withdrawal the body of the call
 */
export function refuseWithoutWithdrawalStepUp(session: StepUpState, withdrawal: object, now: Date): void {
  if (!session.hasSecondFactor) return;
  if (!isFresh(session, now) || session.stepUpFor !== hashWithdrawal(withdrawal).toString("hex")) throw refusal();
}

/** Names one withdrawal by the fields of its call, in any order; fields without a value do not count. */
export function hashWithdrawal(withdrawal: object): Buffer {
  const given = Object.entries(withdrawal).filter(([, value]) => value !== undefined && value !== null);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(given)).digest();
}
