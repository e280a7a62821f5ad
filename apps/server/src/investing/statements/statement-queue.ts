import { AppError } from "../../platform/base/app-error.ts";
import { createTurns, type InTurn } from "../../platform/base/turns.ts";
import * as texts from "../../messages/investing.ts";

/** Limits of statements that wait, beside the one that is rendered. */
const MAX_WAITING = 19;
const MAX_WAITING_OF_ONE = 3;

const RETRY_AFTER_SECONDS = 5;

/**
 * Creates a queue that renders statements one at a time, and lets investors take turns.
 * @throws AppError BUSY too many are waiting, or too many of this investor
 */
export function createStatementQueue(): InTurn {
  return createTurns(1, ({ all, own }) => {
    if (all < MAX_WAITING && own < MAX_WAITING_OF_ONE) return;
    throw new AppError("BUSY", texts.statementsBusy, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
}
