/** All that other nouns may use. */
export { listSharedTraces } from "./administrators/store.ts";
export { runAdministratorOperation } from "./administrators/run-administrator-operation.ts";
export { type DocumentKeys, createDocumentKeys } from "./documents/document-keys.ts";
export type { DocumentStore } from "./documents/document-files.ts";
export { hasKeyOf } from "./documents/seal-document.ts";
export { eraseUser, listDeletionObstacles } from "./erasure/erase-user.ts";
export { lockAccounts, readRemainingMoney } from "./erasure/store.ts";
export { endSessionsAndLinks } from "./accounts/freeze-account.ts";
export { createLeasedReads } from "./identity/leased-reads.ts";
export { activeSessionsAt, countSessions, deleteUserSession, listSessions, toListedSession } from "./sessions/store.ts";
export { readAboutUser } from "./sessions/store.ts";
export { findActiveTokens, hashToken } from "./sessions/sessions.ts";
export type { LinkSigner } from "./identity/signed-links.ts";
export { deleteUserSessions } from "./sessions/store.ts";
export {
  type ThrottleDeps,
  candleRule,
  countTry,
  depositRule,
  downloadRule,
  recipientRule,
  toSubscriberAddress,
} from "./identity/throttle.ts";
export type { OpenedPeople } from "./module.ts";
export { type FactorVault, createFactorVault } from "./second-factors/factor-vault.ts";
export { listSealedHeaders } from "./second-factors/store.ts";
export {
  type SecurityEventKind,
  type StoredFreeze,
  type StoredHold,
  endFreeze,
  findLastAdminFreeze,
  insertHoldOverride,
  lockInvestorAccount,
  readFreeze,
  readWithdrawalHold,
  recordSecurityEvent,
  toAccountFreeze,
  toWithdrawalHold,
} from "./security-holds/store.ts";
export { mustAnswerFirst, requireAnswered } from "./suitability/suitability.ts";
