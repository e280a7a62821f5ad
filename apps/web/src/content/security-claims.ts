import * as texts from "../messages/security.ts";

/** The claims of the security page. tests/harness/public-claims.test.ts names the tests behind each one. */
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
    title: texts.yourPasswordAndYourSession,
    claims: [
      { id: "argon2id", text: texts.passwordsStoredAsArgon2idHashes },
      {
        id: "throttle",
        text: texts.afterTenWrongPasswordsIn,
      },
      {
        id: "session-life",
        text: texts.aSessionEndsAfter12,
      },
      {
        id: "session-cookie",
        text: texts.scriptsCannotReadCookieThat,
      },
      {
        id: "second-factor",
        text: texts.youCanAddSecondStep,
      },
      {
        id: "same-origin",
        text: texts.ifAnotherWebsiteSendsRequest,
      },
    ],
  },
  {
    title: texts.yourDocumentsAndYourData,
    claims: [
      {
        id: "documents-sealed",
        text: texts.imagesIdentityDocumentsEncryptedWith,
      },
      {
        id: "metadata",
        text: texts.dataThatCameraAddsTo,
      },
      {
        id: "documents-seen",
        text: texts.yourDocumentsShownToYou,
      },
      {
        id: "erasure",
        text: texts.whenYourAccountDeletedYour,
      },
      { id: "download", text: texts.youCanDownloadAllYour },
      { id: "logs", text: texts.theLogsThisPlatformContain },
    ],
  },
  {
    title: texts.yourMoney,
    claims: [
      {
        id: "watch-only",
        text: texts.depositAddressesCreatedFromPublic,
      },
      {
        id: "append-only",
        text: texts.everyMovementEntryInDouble,
      },
      {
        id: "reconciled",
        text: texts.everyBalanceComparedWithIts,
      },
      { id: "spent-once", text: texts.theSameBalanceCannotSpent },
      {
        id: "withdrawals-wait",
        text: texts.afterChangeYourPasswordSecond,
      },
      { id: "cancel", text: texts.youCanCancelWithdrawalUntil },
      {
        id: "two-administrators",
        text: texts.noAdministratorCanGrantMore,
      },
      {
        id: "nothing-hidden",
        text: texts.aWithdrawalThatAdministratorRemoves,
      },
      {
        id: "coverage",
        text: texts.theStatusPageShowsWhat,
      },
      {
        id: "no-fee",
        text: texts.youNeverAskedToSend,
      },
    ],
  },
  {
    title: texts.yourBrowser,
    claims: [
      {
        id: "no-third-party",
        text: texts.thesePagesLoadNothingFrom,
      },
      { id: "policy", text: texts.aStrictPolicyTellsBrowser },
    ],
  },
];

/** Protections that visitors may expect and that are missing. */
export const missingProtections: readonly { text: string; isPlanned: boolean }[] = [
  { text: texts.anAuditByOutsideFirm, isPlanned: false },
  { text: texts.insuranceForMoneyHeldHere, isPlanned: false },
];
