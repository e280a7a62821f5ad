/** What the driver says when a connection breaks or can't be had: the outcome of what was sent on it is unknown. */
const connectionCodes: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** SQLSTATE: connection lost (08), out of resources (53), shut down or starting (57P0x), a standby took over (25006). */
const lostState = /^(08...|53...|57P0.|25006)$/;

/** SQLSTATE: lock not had, deadlock, rolled back against another, too slow. Rolled back: nothing was moved. */
const contendedState = /^(55P03|40P01|40001|57014)$/;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The outcome of what was sent is unknown: only a replay under the same id decides. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return connectionCodes.has(code) || lostState.test(code);
}

/** The database rolled it back for want of a lock or of time. */
export function isContended(error: unknown): boolean {
  return contendedState.test(codeOf(error));
}
