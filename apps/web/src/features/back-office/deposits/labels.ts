/** The states of a deposit, and how they look in a tag. */
export const depositStatusLabels = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
export const depositStatusLooks = { pending: "wait", completed: "gain", failed: "loss" } as const;
