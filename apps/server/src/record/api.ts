/** All that other nouns may use. */
export {
  type ActorAndTime,
  formatActorAndTime,
  formatMoment,
  formatName,
  UNKNOWN_ACTOR,
} from "./audit/actor-and-time.ts";
export { matchesPerson, personColumn, toPerson } from "./audit/store.ts";
export { toAuditActor } from "./audit/store.ts";
export {
  type ActingAdministrator,
  type AuditActor,
  findLastAuditEvent,
  insertAuditEvent,
  insertAuditEventUnlessRecent,
} from "./audit/store.ts";
export { type CsvColumn, exportTable } from "./exports/export-table.ts";
export { type RenewalRow, listRenewals, readLogName } from "./leaves/store.ts";
export {
  type LogState,
  type PlacedLeaf,
  type TileRow,
  appendLeaf,
  countLeaves,
  findNewestLeaf,
  listLeavesAbout,
  lockLog,
  readHashes,
  readLeaves,
  readLogState,
  recordDocument,
  recordPublicKey,
  replacePublicKey,
  saveCheckpoint,
  saveStopped,
  saveTiles,
  takeLeaves,
} from "./leaves/store.ts";
export type { MailData, MailTemplate, SecurityChange } from "./mails/mail-data.ts";
export { queueMail } from "./mails/queue-mail.ts";
export {
  type ClaimedMail,
  claimMails,
  countFailedMails,
  giveUpMail,
  markSent,
  postponeMail,
  returnMail,
} from "./mails/store.ts";
