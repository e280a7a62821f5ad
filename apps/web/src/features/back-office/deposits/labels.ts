/** The states of a deposit, and how they look in a tag. */
export const depositWords = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
export const depositLooks = { pending: "wait", completed: "gain", failed: "loss" } as const;
