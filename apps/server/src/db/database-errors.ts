/** A connection broke or could not be had: the outcome of what was sent on it is unknown. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The database can't be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "DatabaseUnavailableError";
  }
}

/** SQLSTATE: connection lost (08), out of resources (53), shut down or starting (57P0x), a standby took over (25006). */
const lostState = /^(08...|53...|57P0.|25006)$/;

/** SQLSTATE: lock not had, deadlock, rolled back against another, too slow. Rolled back: nothing was moved. */
const contendedState = /^(55P03|40P01|40001|57014)$/;

/** SQLSTATE of migration 0010: a user who was deactivated or deleted would start something. */
const CLOSED_USER_STATE = "WZ403";

function stateOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The outcome of what was sent is unknown: only a replay under the same id decides. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || lostState.test(stateOf(error));
}

/** The database rolled it back for want of a lock or of time. */
export function isContended(error: unknown): boolean {
  return contendedState.test(stateOf(error));
}

/** The user was deactivated or deleted while this was under way. Rolled back: nothing was moved. */
export function isClosedUser(error: unknown): boolean {
  if (stateOf(error) === CLOSED_USER_STATE) return true;
  return error instanceof Error && "constraint" in error && error.constraint === "closed_accounts_stay_empty";
}
