import * as z from "zod/mini";
import { defineCall } from "./call.ts";

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
 * Server-sent events until the session ends. Missed events are not repeated, so a client reads everything after each
 * connect. The request must accept `text/event-stream`.
 */
export const streamLiveUpdates = defineCall({
  method: "GET",
  path: "/api/events",
  permission: "signed-in",
  mediaType: "text/event-stream",
  answers: { 200: null },
});
