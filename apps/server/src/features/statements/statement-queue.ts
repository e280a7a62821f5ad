import { AppError } from "../../core/app-error.ts";

/** Limit of statements waiting to be rendered. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;

/**
 * Creates a queue that runs expensive work one at a time.
 * @throws AppError BUSY too many are waiting
 */
export function createStatementQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_WAITING) {
      throw new AppError("BUSY", "Too many statements are being created. Please try again in a moment.", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    waiting += 1;
    const run = last.then(work).finally(() => (waiting -= 1));
    last = run.catch(() => undefined);
    return run;
  };
}
