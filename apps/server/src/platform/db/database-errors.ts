/** A connection broke or could not be opened. The result of a statement sent on it is unknown. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/**
 * SQLSTATE: connection lost (08), out of resources (53), shutting down or starting (57P0x), a standby took over
 * (25006).
 */
const lostState = /^(08...|53...|57P0.|25006)$/;

/**
 * SQLSTATE: lock not available, deadlock, serialization failure, timeout. The transaction was rolled back and no money
 * was moved.
 */
const contendedState = /^(55P03|40P01|40001|57014)$/;

const DEADLOCK = "40P01";

const UNIQUE_VIOLATION = "23505";

/** SQLSTATE raised in functions/closed-users.sql when a deactivated or deleted user would start a request. */
const CLOSED_USER_STATE = "WZ403";

function stateOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** True when the result is unknown. The operation must be sent again under the same id. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || lostState.test(stateOf(error));
}

/** True when the database rolled back because of a lock or a timeout. */
export function isContended(error: unknown): boolean {
  return contendedState.test(stateOf(error));
}

/** True when two transactions waited for each other, and the database rolled this one back. */
export function isDeadlock(error: unknown): boolean {
  return stateOf(error) === DEADLOCK;
}

/** True when another transaction has inserted a row with the same key. The transaction was rolled back. */
export function isDuplicate(error: unknown): boolean {
  return stateOf(error) === UNIQUE_VIOLATION;
}

/** True when the user was deactivated or deleted meanwhile. The transaction was rolled back and no money was moved. */
export function isClosedUser(error: unknown): boolean {
  if (stateOf(error) === CLOSED_USER_STATE) return true;
  return error instanceof Error && "constraint" in error && error.constraint === "closed_accounts_stay_empty";
}
