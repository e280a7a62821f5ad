import * as z from "zod/mini";
import { defineCall } from "../call.ts";

const queue = z.object({
  count: z.int(),
  /** When the oldest pending request was created; null when the queue is empty. */
  oldestAt: z.nullable(z.iso.datetime()),
});

/** The number of investors and the queues of pending requests. */
export const backOfficeOverview = z.object({
  users: z.int(),
  deposits: queue,
  withdrawals: queue,
  verifications: queue,
  /** Adjustments that wait for another administrator. */
  adjustments: queue,
  /** While a restored database must not pay out: when it was restored, and the moment whose state it has. */
  quarantine: z.nullable(z.object({ restoredAt: z.iso.datetime(), stateOf: z.iso.datetime() })),
});
export type BackOfficeOverview = z.infer<typeof backOfficeOverview>;

export const getOverview = defineCall({
  method: "GET",
  path: "/api/admin/overview",
  summary: "Count users and pending requests",
  permission: "admin",
  right: "people",
  answers: { 200: backOfficeOverview },
});
