import type { AdminRight } from "./people/admin-roles.ts";

/** The rules of one act of an administrator. */
export interface ActRule {
  /** The roles with this right may do it. */
  right: AdminRight;
  /** A proof of identity for exactly this act: call, subject and body. Without it the act stops, looks, prepares or takes back. */
  stepUp?: "with-factor";
  /**
   * A second administrator decides on exactly the same act: `always`; `above-limit`, when it could move more than one may still move alone
   * in 24 hours; `far-rate`, so too when a rate is far from its anchor; `longer`, when one's own freeze is to last; or `never`. With one
   * administrator in a demo there is nobody else, and it is never needed.
   */
  second: "never" | "above-limit" | "far-rate" | "longer" | "always";
  /** The form in which it waits for them: the act as it was asked for, or their consent to the same amount and destination before it. */
  waits?: "adjustment" | "appointment" | "confirmation" | "proposal";
  /** The people who are told of it. */
  told?: "investor" | "administrators" | "everybody";
  /** The trace that strangers can read: a leaf of the log, or a count on the status page. */
  published?: "log" | "status";
}

/** One row for each call with which an administrator changes something. A test fails for a call without one. */
export const acts = {
  acceptBatchFee: { right: "money", stepUp: "with-factor", second: "never" },
  activateUser: { right: "manage", stepUp: "with-factor", second: "never", told: "investor" },
  adjustAccount: {
    right: "money",
    stepUp: "with-factor",
    second: "above-limit",
    waits: "adjustment",
    told: "investor",
  },
  appointAdministrator: {
    right: "manage",
    stepUp: "with-factor",
    second: "always",
    waits: "appointment",
    told: "administrators",
    published: "log",
  },
  approveAdjustment: { right: "money", stepUp: "with-factor", second: "never", told: "investor" },
  approveExplanation: { right: "money", stepUp: "with-factor", second: "always", waits: "proposal" },
  changeAdministratorRole: {
    right: "manage",
    stepUp: "with-factor",
    second: "always",
    waits: "appointment",
    told: "administrators",
    published: "log",
  },
  confirmAppointment: {
    right: "manage",
    stepUp: "with-factor",
    second: "never",
    told: "administrators",
    published: "log",
  },
  changeSystemSettings: { right: "manage", stepUp: "with-factor", second: "never" },
  confirmWithdrawal: { right: "money", stepUp: "with-factor", second: "never" },
  creditLateDeposit: {
    right: "money",
    stepUp: "with-factor",
    second: "above-limit",
    waits: "adjustment",
    told: "investor",
  },
  deactivateUser: { right: "manage", stepUp: "with-factor", second: "never", told: "investor" },
  decideCharges: { right: "money", stepUp: "with-factor", second: "always", waits: "proposal" },
  decideLocalRate: { right: "money", stepUp: "with-factor", second: "never" },
  decideMpesaReport: { right: "money", stepUp: "with-factor", second: "never" },
  decideRateHold: { right: "money", stepUp: "with-factor", second: "above-limit", waits: "proposal" },
  decidePayment: { right: "money", stepUp: "with-factor", second: "never", told: "investor" },
  decidePayoutReview: { right: "money", stepUp: "with-factor", second: "never" },
  declineAppointment: { right: "manage", stepUp: "with-factor", second: "never" },
  declineExplanation: { right: "money", second: "never" },
  deleteUser: { right: "manage", stepUp: "with-factor", second: "never" },
  deleteWithdrawal: { right: "money", stepUp: "with-factor", second: "never" },
  discardChainBatch: { right: "money", second: "never" },
  endUserSession: { right: "manage", second: "never" },
  endUserSessions: { right: "manage", second: "never" },
  explainDifference: { right: "money", stepUp: "with-factor", second: "never" },
  exportChainBatch: { right: "money", second: "never" },
  freezeUser: { right: "freeze", second: "longer", told: "investor", published: "status" },
  importRailStatement: { right: "money", second: "never" },
  importSignedBatch: { right: "money", stepUp: "with-factor", second: "never" },
  pauseBot: { right: "manage", second: "never", told: "everybody", published: "log" },
  prepareChainBatch: { right: "money", second: "never" },
  previewAdjustment: { right: "money", second: "never" },
  previewRailStatement: { right: "money", second: "never" },
  proposeCharges: { right: "money", stepUp: "with-factor", second: "never" },
  raiseChainFee: { right: "money", stepUp: "with-factor", second: "never" },
  reconcileNow: { right: "manage", second: "never" },
  rejectAdjustment: { right: "money", stepUp: "with-factor", second: "never" },
  releaseWithdrawal: { right: "money", stepUp: "with-factor", second: "above-limit", waits: "confirmation" },
  removeSecondFactors: { right: "manage", stepUp: "with-factor", second: "never", told: "investor" },
  resendMail: { right: "manage", second: "never" },
  resetAdministratorPassword: { right: "manage", stepUp: "with-factor", second: "never" },
  resolvePayout: { right: "money", stepUp: "with-factor", second: "above-limit", waits: "confirmation" },
  resumeBot: { right: "manage", stepUp: "with-factor", second: "never", told: "everybody", published: "log" },
  resumeRail: { right: "money", stepUp: "with-factor", second: "never" },
  reviewVerification: { right: "manage", stepUp: "with-factor", second: "never", told: "investor" },
  revokeAdministrator: { right: "manage", stepUp: "with-factor", second: "never" },
  setKycStatus: { right: "manage", stepUp: "with-factor", second: "never", told: "investor" },
  setLocalRate: { right: "money", stepUp: "with-factor", second: "far-rate", waits: "proposal" },
  settleDeposit: {
    right: "money",
    stepUp: "with-factor",
    second: "above-limit",
    waits: "adjustment",
    told: "investor",
  },
  settleWithdrawal: {
    right: "money",
    stepUp: "with-factor",
    second: "above-limit",
    waits: "confirmation",
    told: "investor",
  },
  stopRail: { right: "money", second: "never" },
  unfreezeUser: {
    right: "manage",
    stepUp: "with-factor",
    second: "above-limit",
    waits: "confirmation",
    told: "investor",
  },
  withdrawAdjustment: { right: "money", second: "never" },
} as const satisfies Readonly<Record<string, ActRule>>;

export type ActName = keyof typeof acts;
