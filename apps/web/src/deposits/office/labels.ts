import * as texts from "../../messages/admin-deposits.ts";

/** The statuses of a deposit and their tag styles. */
export const depositStatusLabels = {
  pending: texts.pending,
  completed: texts.completed,
  failed: texts.failed,
} as const;
export const depositStatusLooks = { pending: "wait", completed: "gain", failed: "loss" } as const;
