/** All that other nouns may use. */
export type { OpenedWithdrawals } from "./module.ts";
export { recordEndOfHold } from "./requests/confirmations.ts";
export { isSameName } from "./payouts/plan-payout.ts";
export { toDollarCents } from "./payouts/plan-payout.ts";
export { prepareHeldPayout } from "./rate-holds/hold-payout.ts";
export { findProposalsSince, toLocalRate, toRateProposal } from "./payouts/set-local-rate.ts";
export { type PayoutRate, findPayoutRate } from "./payouts/store.ts";
