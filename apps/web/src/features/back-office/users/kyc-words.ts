/** The states of an identity check, and how they look in a tag. */
export const kycWords = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
export const kycLooks = { pending: "wait", approved: "gain", rejected: "loss" } as const;
