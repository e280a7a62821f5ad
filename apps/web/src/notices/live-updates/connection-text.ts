import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { formatTime } from "../../lib/format-date.ts";
import type { StreamState } from "../../lib/stream-state.ts";
import * as texts from "../../messages/live-updates.ts";

export interface Connection {
  isOnline: boolean;
  stream: StreamState;
  /** A request has been waiting for a while. */
  isSlow: boolean;
  /** The figures on the screen were saved on this device. */
  hasSavedFigures: boolean;
}

/** The message about the connection; null while it is fine. `answeredAt`: when the server last answered. */
export function describeConnection(
  { isOnline, stream, isSlow, hasSavedFigures }: Connection,
  answeredAt: number | null,
  now: number,
): string | null {
  if (!isOnline) return texts.connectionOffline({ answeredAt: describeAge(answeredAt, now) });
  if (hasSavedFigures) return texts.connectionUnreachable({ answeredAt: describeAge(answeredAt, now) });
  if (isSlow) return texts.connectionSlow;
  if (stream === "down") return texts.connectionReconnecting;
  return null;
}

function describeAge(answeredAt: number | null, now: number): string {
  if (answeredAt === null) return texts.savedNone;
  return texts.savedFigures({
    time: formatTime(new Date(answeredAt).toISOString()),
    now: formatAgo(now - answeredAt),
  });
}

/** "12 minutes ago": the largest whole unit. */
function formatAgo(ms: number): string {
  if (ms < MINUTE_MS) return texts.agoUnderMinute;
  if (ms < HOUR_MS) return texts.agoMinutes({ count: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return texts.agoHours({ count: Math.floor(ms / HOUR_MS) });
  return texts.agoDays({ count: Math.floor(ms / DAY_MS) });
}
