import { AppError } from "../../platform/base/app-error.ts";
import { createTurns, type InTurn } from "../../platform/base/turns.ts";
import * as texts from "../../messages/investing.ts";

/** Limit of statements that wait, beside the one that is rendered. */
const MAX_WAITING = 19;

const RETRY_AFTER_SECONDS = 5;

/**
 * Creates a queue that renders statements one at a time.
 * @throws AppError BUSY too many are waiting
 */
export function createStatementQueue(): InTurn {
  return createTurns(1, (waiting) => {
    if (waiting < MAX_WAITING) return;
    throw new AppError("BUSY", texts.statementsBusy, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
}
