import * as z from "zod/mini";
import { defineCall } from "../call.ts";
import { numberFilter } from "../paging.ts";

/** The kinds of change. `prices` and `trade` go to everyone, the others only to the user concerned. */
export const liveUpdateTypes = [
  "prices",
  "trade",
  "account",
  "position",
  "deposit",
  "withdrawal",
  "verification",
  "notice",
] as const;
export type LiveUpdateType = (typeof liveUpdateTypes)[number];

/** One event of the stream (JSON in its `data` line). It tells the client to read again and never carries figures. */
export const liveUpdate = z.object({
  type: z.enum(liveUpdateTypes),
  /** For trades and positions of one bot. */
  botId: z.optional(z.uuid()),
});
export type LiveUpdate = z.infer<typeof liveUpdate>;

/**
 * How long a request for a stream may take until it arrives, in milliseconds. What changed in this time before the moment
 * that `since` names is repeated too.
 */
export const STREAM_SLACK_MS = 5_000;
/** The longest `since`. Changes are kept for a shorter time. */
export const MAX_SINCE_MS = 600_000;

/**
 * Server-sent events until the session ends. `since` is the age of what the client has read, in milliseconds: the events
 * since then are repeated, or one of the type `missed` says that some of them are not known. Without it nothing is repeated, so
 * a client reads everything after each connect. The request must accept `text/event-stream`.
 */
export const streamLiveUpdates = defineCall({
  method: "GET",
  path: "/api/events",
  summary: "Stream server-sent events that name the data to reload; they contain no figures",
  permission: "signed-in",
  query: z.strictObject({ since: numberFilter("since", MAX_SINCE_MS, 0) }),
  mediaType: "text/event-stream",
  answers: { 200: null },
  errors: ["FORBIDDEN", "RATE_LIMITED"],
});
