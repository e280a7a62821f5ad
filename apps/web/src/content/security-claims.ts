import * as texts from "../messages/security.ts";

/** The claims of the security page. The tests that hold a claim have its id as a tag (tests/harness/claims.ts). */
interface Claim {
  id: string;
  text: string;
}

interface ClaimGroup {
  title: string;
  claims: readonly Claim[];
}

export const claimGroups: readonly ClaimGroup[] = [
  {
    title: texts.groupAccountTitle,
    claims: [
      { id: "argon2id", text: texts.claimPasswordHash },
      {
        id: "throttle",
        text: texts.claimLockout,
      },
      {
        id: "session-life",
        text: texts.claimSessionEnds,
      },
      {
        id: "session-cookie",
        text: texts.claimSessionCookie,
      },
      {
        id: "second-factor",
        text: texts.claimSecondFactor,
      },
      {
        id: "same-origin",
        text: texts.claimCrossSite,
      },
    ],
  },
  {
    title: texts.groupDataTitle,
    claims: [
      {
        id: "documents-sealed",
        text: texts.claimDocumentEncryption,
      },
      {
        id: "metadata",
        text: texts.claimPictureData,
      },
      {
        id: "documents-seen",
        text: texts.claimDocumentViews,
      },
      {
        id: "erasure",
        text: texts.claimErasure,
      },
      { id: "download", text: texts.claimDownload },
      { id: "logs", text: texts.claimLogs },
    ],
  },
  {
    title: texts.yourMoney,
    claims: [
      {
        id: "watch-only",
        text: texts.claimAddressKeys,
      },
      {
        id: "append-only",
        text: texts.claimLedger,
      },
      {
        id: "reconciled",
        text: texts.claimReconciliation,
      },
      { id: "spent-once", text: texts.claimDoubleSpend },
      {
        id: "withdrawals-wait",
        text: texts.claimWithdrawalHold,
      },
      { id: "cancel", text: texts.claimCancelWithdrawal },
      {
        id: "two-administrators",
        text: texts.claimAdjustmentLimit,
      },
      {
        id: "nothing-hidden",
        text: texts.claimRemovedWithdrawals,
      },
      {
        id: "coverage",
        text: texts.claimReserves,
      },
      {
        id: "no-fee",
        text: texts.claimNoAdvancePayment,
      },
    ],
  },
  {
    title: texts.yourBrowser,
    claims: [
      {
        id: "no-third-party",
        text: texts.claimNoTrackers,
      },
      { id: "policy", text: texts.claimScriptPolicy },
    ],
  },
];

/** Attacks that the protections above do not stop, said plainly. */
export const remainingRisks: readonly string[] = [texts.remainsCollusion, texts.remainsMachine, texts.remainsThief];

/** Protections that visitors may expect and that are missing. */
export const missingProtections: readonly { text: string; isPlanned: boolean }[] = [
  { text: texts.missingAudit, isPlanned: false },
  { text: texts.missingInsurance, isPlanned: false },
];
