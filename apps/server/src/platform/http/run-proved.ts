import { type Call, secondFactorMessages } from "@wazi/contracts";
import type { FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { isClosedUser, isContended } from "../db/database-errors.ts";
import type { Guard } from "./guard.ts";
import type { SessionCookies } from "./session.ts";
import type { SessionRow } from "./session-user.ts";

export const stepUpRefusal = (): AppError => new AppError("STEP_UP_REQUIRED", secondFactorMessages.stepUpRequired);

/**
 * Runs a call with the proof that it needs. The proof is used up before the call runs, so that of parallel calls one gets
 * it. A refused call gives it back, because nothing was done.
 * @param run gets false only for a call with `asksLast` that has no proof
 * @throws AppError STEP_UP_REQUIRED
 */
export async function runProved<T>(
  { guard, cookies }: { guard: Guard; cookies: SessionCookies },
  call: Call,
  { user, request }: { user: SessionRow | undefined; request: FastifyRequest },
  run: (isProved: boolean) => Promise<T>,
): Promise<T> {
  if (user === undefined || !guard.needsProof(user, call)) return run(true);
  // A body that the call does not read is no part of the act.
  const act = { method: request.method, path: request.url, body: call.body && request.body };
  const giveBack = await guard.takeProof(cookies.readSession(request), act);
  if (giveBack === undefined) {
    if (call.asksLast === true) return run(false);
    throw stepUpRefusal();
  }
  try {
    return await run(true);
  } catch (error) {
    if (isUndone(error)) await giveBack();
    throw error;
  }
}

/** True if the call did nothing. After other errors it is not known. */
const isUndone = (error: unknown): boolean => error instanceof AppError || isClosedUser(error) || isContended(error);
