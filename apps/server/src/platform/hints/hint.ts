import { liveUpdateTypes, type LiveUpdateType } from "@wazi/contracts";

/** The channel on which processes send each other hints. */
export const HINT_CHANNEL = "wazi_updates";

/** Tells that data of one user, or of all users, has changed. It has no figures: the reader reads the tables again. */
export interface Hint {
  /** `sessions` is for the processes alone: streams of sessions that have ended are closed. */
  type: LiveUpdateType | "sessions";
  userId?: string;
  botId?: string;
}

/** Parses a notification. Everything that is not a hint is ignored. */
export function parseHints(payload: string): Hint[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    // Any database client can notify the channel, so unknown payloads are ignored.
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isHint) : [];
}

const types: ReadonlySet<unknown> = new Set([...liveUpdateTypes, "sessions"]);
const isTextOrNothing = (value: unknown): boolean => value === undefined || typeof value === "string";

function isHint(value: unknown): value is Hint {
  if (typeof value !== "object" || value === null) return false;
  const { type, userId, botId } = value as Record<string, unknown>;
  return types.has(type) && isTextOrNothing(userId) && isTextOrNothing(botId);
}
