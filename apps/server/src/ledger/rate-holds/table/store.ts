import { localCurrencies } from "@wazi/contracts";

/** The rows of deposits and payouts that wait because the rate has moved, as the ledger's door writes them. */
export const rateHoldTable = {
  writes: "rate_holds",
  table: "rate_holds",
  columns: {
    id: "uuid",
    kind: ["payment", "deposit", "payout"],
    user_id: "uuid",
    deposit_id: "uuid | null",
    payment_id: "uuid | null",
    withdrawal_id: "uuid | null",
    currency: localCurrencies,
    fixed_amount: "numeric",
    shown_amount: "numeric",
    held_amount: "numeric",
    places: "integer",
    rate_shown: "numeric",
    rate_held: "numeric",
    transaction_hash: "text | null",
    asked_by: "uuid | null",
    held_at: "timestamp with time zone",
    decide_by: "timestamp with time zone",
    status: ["open", "shown", "now", "expired", "ended"],
    rate_decided: "numeric | null",
    decided_by: "uuid | null",
    decided_at: "timestamp with time zone | null",
    version: "bigint",
  },
  filledByDoor: [],
} as const;
