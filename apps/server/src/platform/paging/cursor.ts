import { createHash } from "node:crypto";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

export type ListQuery = Readonly<Record<string, unknown>> & {
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** True when a list is requested without parameters. */
export const isPlain = (query: ListQuery): boolean => Object.values(query).every((value) => value === undefined);

/**
 * Returns the same text for the same list, sort and filters, in any order. A cursor is valid only for its fingerprint.
 */
export function computeFingerprint(list: string, query: ListQuery): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && name !== "limit" && name !== "cursor")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([list, filters]))
    .digest("base64url")
    .slice(0, 12);
}

/** @throws AppError VALIDATION always */
export function refuseCursor(): never {
  const message = texts.cursorInvalid;
  throw new AppError("VALIDATION", message, { fields: { cursor: message } });
}

/** True for a time to the microsecond, as `momentText` writes it. */
export function isMomentText(text: string): boolean {
  // PostgreSQL has no year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
}

/** Returns SQL for a timestamptz to the microsecond, which a `Date` would cut off. Connections use UTC. */
export const momentText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
