import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** What there is to be read again. `prices` and `trade` go to everybody, the others to the one whom they are about. */
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

/** One event of the stream, as the JSON of its `data` line: a hint to read again, never a figure. */
export const liveUpdate = z.object({
  type: z.enum(liveUpdateTypes),
  /** Of trades and positions, where it is about one bot. */
  botId: z.optional(z.uuid()),
});
export type LiveUpdate = z.infer<typeof liveUpdate>;

/**
 * Server-sent events, for as long as the session lives. Nothing is sent again: who connects, or connects anew, reads
 * everything first. The request must say that it accepts `text/event-stream`.
 */
export const streamLiveUpdates = defineCall({
  method: "GET",
  path: "/api/events",
  permission: "signed-in",
  mediaType: "text/event-stream",
  answers: { 200: null },
});
