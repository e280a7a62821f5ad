/** All that other nouns may use. */
export { runAdministratorOperation } from "./administrators/run-administrator-operation.ts";
export { type DocumentKeys, createDocumentKeys } from "./documents/document-keys.ts";
export type { DocumentStore } from "./documents/document-store.ts";
export { hasKeyOf } from "./documents/seal-document.ts";
export { eraseUser, listDeletionObstacles } from "./erasure/erase-user.ts";
export { lockAccounts, readRemainingMoney } from "./erasure/remaining-money-store.ts";
export { createLeasedReads } from "./identity/leased-reads.ts";
export {
  activeSessionsAt,
  countSessions,
  deleteUserSession,
  listSessions,
  toListedSession,
} from "./identity/session-list-store.ts";
export { readAboutUser } from "./identity/session-read-store.ts";
export { findActiveTokens, hashToken } from "./identity/sessions.ts";
export type { LinkSigner } from "./identity/signed-links.ts";
export { refuseWithoutWithdrawalStepUp } from "./identity/step-up.ts";
export { deleteUserSessions } from "./identity/store.ts";
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
  type StoredHold,
  insertHoldOverride,
  readWithdrawalHold,
  toWithdrawalHold,
} from "./security-holds/store.ts";
export { mustAnswerFirst, requireAnswered } from "./suitability/suitability-due.ts";
