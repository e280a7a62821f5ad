import * as texts from "../../../messages/admin-withdrawals.ts";

/** The statuses of a withdrawal and their tag styles. */
export const withdrawalStatusLabels = {
  pending: texts.pending,
  processing: texts.processing,
  completed: texts.processed,
  rejected: texts.rejected,
} as const;

export const withdrawalStatusLooks = {
  pending: "wait",
  processing: "wait",
  completed: "gain",
  rejected: "loss",
} as const;

export const withdrawalTypeLabels = { crypto: texts.crypto, bank: texts.bankTransfer, mpesa: "M-Pesa" } as const;
