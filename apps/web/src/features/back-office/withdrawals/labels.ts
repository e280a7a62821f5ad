/** The statuses of a withdrawal and their tag styles. */
export const withdrawalStatusLabels = {
  pending: "Pending",
  processing: "Processing",
  completed: "Processed",
  rejected: "Rejected",
} as const;

export const withdrawalStatusLooks = {
  pending: "wait",
  processing: "wait",
  completed: "gain",
  rejected: "loss",
} as const;

export const withdrawalTypeLabels = { crypto: "Crypto", bank: "Bank transfer", mpesa: "M-Pesa" } as const;
