import type { StreamState } from "../../lib/live-stream.ts";

export interface Connection {
  isOnline: boolean;
  stream: StreamState;
  /** A request has been waiting for a while. */
  isSlow: boolean;
}

/** The message about the connection; null while it is fine. */
export function describeConnection({ isOnline, stream, isSlow }: Connection): string | null {
  if (!isOnline) return "You are offline. This page shows the last figures it received.";
  if (isSlow) return "The connection is slow. Still waiting for an answer.";
  if (stream === "down") return "Reconnecting. Until then, figures refresh every few seconds.";
  return null;
}
