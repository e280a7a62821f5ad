/** What the driver says when a connection breaks or can't be had: the outcome of what was sent on it is unknown. */
const connectionCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "57P01", // the server was told to stop
  "57P02", // the server crashed
  "57P03", // the server is starting up
  "53300", // too many connections
]);

/** Lock not available, deadlock, statement timed out: rolled back, nothing was moved. */
const contentionCodes = new Set(["55P03", "40P01", "57014", "40001"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function isConnectionLost(error: unknown): boolean {
  return connectionCodes.has(codeOf(error));
}

export function isContended(error: unknown): boolean {
  return contentionCodes.has(codeOf(error));
}
