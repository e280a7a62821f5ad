/** All that other nouns may use. */
export type { OpenedWithdrawals } from "./module.ts";
export { isSameName } from "./payouts/compare-names.ts";
export { toDollarCents } from "./payouts/convert-amount.ts";
export { type PayoutRate, findPayoutRate } from "./payouts/rate-store.ts";
