import type { Choice } from "./record-filters.tsx";

/** The orders of deposits and withdrawals, in words. */
export const requestOrders: readonly Choice[] = [
  { value: "waiting", label: "What waits first" },
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "-amount", label: "Largest first" },
  { value: "amount", label: "Smallest first" },
  { value: "user", label: "Name, A to Z" },
  { value: "-user", label: "Name, Z to A" },
];
