/** The statuses of a deposit and their tag styles. */
export const depositStatusLabels = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
export const depositStatusLooks = { pending: "wait", completed: "gain", failed: "loss" } as const;
