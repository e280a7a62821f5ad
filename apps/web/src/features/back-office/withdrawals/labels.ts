/** The states of a withdrawal, and how they look in a tag. */
export const withdrawalWords = {
  pending: "Pending",
  processing: "Processing",
  completed: "Processed",
  rejected: "Rejected",
} as const;

export const withdrawalLooks = {
  pending: "wait",
  processing: "wait",
  completed: "gain",
  rejected: "loss",
} as const;

export const withdrawalTypeWords = { crypto: "Crypto", bank: "Bank transfer", mpesa: "M-Pesa" } as const;
