// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBot = "a bot";
export const aChain = "a chain";
export const aCode = "a code";
export const aPasskey = "a passkey";
export const aUser = "a user";
export const aboutTheSubjecttype = ({ subjectType, subjectId }: { subjectType: Value; subjectId: ReactNode }) =>
  join("about the ", subjectType, " ", subjectId);
export const acceptedFeeAboveLimitOn = ({ networkOf }: { networkOf: Value }) =>
  `accepted a fee above the limit on ${networkOf}`;
export const accountAdjusted = "Account adjusted";
export const accountFrozen = "Account frozen";
export const action = "Action";
export const actionByEntry = ({ action, entry }: { action: Value; entry: Value }) =>
  `${action} by ${entry}`;
export const actionSubjectPersonOrValue = "Action, subject, person or value";
export const activated = "activated";
export const active = "Active";
export const addedAPasskey = "added a passkey";
export const addedAnAuthenticatorApp = "added an authenticator app";
export const adjustedTheAccountOf = "adjusted the account of";
export const adjustmentApproved = "Adjustment approved";
export const adjustmentRejected = "Adjustment rejected";
export const adjustmentRequested = "Adjustment requested";
export const adjustmentWithdrawn = "Adjustment withdrawn";
export const administrator = "Administrator";
export const administratorAppointed = "Administrator appointed";
export const administratorRevoked = "Administrator revoked";
export const after = "After";
export const allEventsForThisSubjecttype = ({ subjectType }: { subjectType: Value }) =>
  `All events for this ${subjectType}`;
export const allSessions = "all sessions";
export const allSessionsUserEnded = "All sessions of a user ended";
export const anAccount = "an account";
export const anAdministrator = "an administrator";
export const andReturnedTheMoney = "and returned the money";
export const anyAction = "Any action";
export const anySubject = "Any subject";
export const anyone = "Anyone";
export const appointed = "appointed";
export const approved = "approved";
export const approvedDecisionOnDifference = "approved the decision on a difference";
export const approvedThe = "approved the";
export const approvedTheDocumentsOf = "approved the documents of";
export const approvedThePayoutOf = "approved the payout of";
export const asAnAdministratorWithrole = ({ withRole }: { withRole: Value }) =>
  `as an administrator${withRole}`;
export const asTheFirstAdministrator = "as the first administrator";
export const askedForAn = "asked for an";
export const askedForLinkToReset = "asked for a link to reset the password";
export const askedToChangeEMail = "asked to change the e-mail address";
export const at = "At";
export const auditLog = "Audit log";
export const auditLogAdmin = "Audit log · Admin";
export const authenticatorAppAdded = "Authenticator app added";
export const authenticatorAppRemoved = "Authenticator app removed";
export const before = "Before";
export const beforeAndAfter = "Before and after";
export const bookedChargesOfChargesof = ({ chargesOf }: { chargesOf: Value }) =>
  `booked charges of ${chargesOf}`;
export const books = "Books";
export const booksCheckedAgainstTheLedger = "Books checked against the ledger";
export const botPaused = "Bot paused";
export const botResumed = "Bot resumed";
export const bots = "Bots";
export const by = "By";
export const byOrAboutThisUser = ({ link }: { link: Wrap }) =>
  join("by or about ", link("this user"));
export const cancelled = "cancelled";
export const cancelledThePayoutOf = "cancelled the payout of";
export const chainFeeAccepted = "Chain fee accepted";
export const chainFeeRaised = "Chain fee raised";
export const chainPayoutsDiscarded = "Chain payouts discarded";
export const chainPayoutsExported = "Chain payouts exported";
export const chainPayoutsPrepared = "Chain payouts prepared";
export const changedTheEMailAddress = "changed the e-mail address";
export const changedTheGasFeeSettings = "changed the gas fee settings";
export const changedTheRoleOf = "changed the role of";
export const changedTheirListchangedfields = ({ listChangedFields }: { listChangedFields: Value }) =>
  `changed their ${listChangedFields}`;
export const changedTheirPassword = "changed their password";
export const chargesBooked = "Charges booked";
export const chargesDeclined = "Charges declined";
export const chargesProposed = "Charges proposed";
export const checkedBooksAgainstLedgerCountin = ({ countIn }: { countIn: Value }) =>
  `checked the books against the ledger: ${countIn}`;
export const closedAnEntryForReview = "closed an entry for review";
export const confirmationFailed = "Confirmation failed";
export const confirmedTheEMailAddress = "confirmed the e-mail address";
export const confirmedThePayoutOf = "confirmed the payout of";
export const confirmedWhoTheyAre = "Confirmed who they are";
export const confirmedWhoTheyWithTextin = ({ textIn }: { textIn: Value }) =>
  `confirmed who they are with ${textIn}`;
export const credited = "credited";
export const creditedAPaymentAs = "credited a payment as";
export const deactivated = "deactivated";
export const decidedOnReportMPesa = "decided on a report of M-Pesa";
export const decisionApproved = "Decision approved";
export const decisionTakenBack = "Decision taken back";
export const deleted = "deleted";
export const deletedTheirOwnAccountAnd = "deleted their own account and erased their data";
export const deletedUser = "Deleted user";
export const deletedUserAndErasedTheir = "deleted a user and erased their personal data";
export const deletionFailed = "Deletion failed";
export const depositApprovedOrRejected = "Deposit approved or rejected";
export const depositCancelled = "Deposit cancelled";
export const deposits = "Deposits";
export const details = "Details";
export const didNotBookChargesChargesof = ({ chargesOf }: { chargesOf: Value }) =>
  `did not book charges of ${chargesOf}`;
export const differenceDecided = "Difference decided";
export const discardedPreparedPayoutsOnNetworkof = ({ networkOf }: { networkOf: Value }) =>
  `discarded prepared payouts on ${networkOf}`;
export const documentViewed = "Document viewed";
export const documents = "Documents";
export const documentsApprovedOrRejected = "Documents approved or rejected";
export const documentsSubmitted = "Documents submitted";
export const eMailChangeAskedFor = "E-mail change asked for";
export const eMailChangeFailed = "E-mail change failed";
export const eMailChangeForgotten = "E-mail change forgotten";
export const eMailChanged = "E-mail changed";
export const eMailConfirmed = "E-mail confirmed";
export const endedASessionOf = "ended a session of";
export const endedCountinOf = ({ countIn }: { countIn: Value }) =>
  `ended ${countIn} of`;
export const endedCountinOfTheirOwn = ({ countIn }: { countIn: Value }) =>
  `ended ${countIn} of their own`;
export const endedFreezeAccount = "ended the freeze of an account";
export const endedOneTheirOwnSessions = "ended one of their own sessions";
export const endedTheHoldOf = "ended the hold of";
export const enteredWrongPasswordToChange = "entered a wrong password to change the e-mail address";
export const enteredWrongPasswordToDelete = "entered a wrong password to delete the account";
export const enteredWrongPasswordWhileChanging = "entered a wrong password while changing it";
export const enteredWrongPasswordWhileChangingAdministrator = "entered a wrong password while changing administrator access";
export const entries = "Entries";
export const exportOfMany = ({ many }: { many: Value }) =>
  `Export of ${many}`;
export const exportedCountinToAFile = ({ countIn }: { countIn: Value }) =>
  `exported ${countIn} to a file`;
export const exportedPayoutsOnNetworkofFor = ({ networkOf }: { networkOf: Value }) =>
  `exported payouts on ${networkOf} for their signature`;
export const exports = "Exports";
export const failedToConfirmWhoThey = ({ textIn }: { textIn: Value }) =>
  `failed to confirm who they are with ${textIn}`;
export const failedToSignInAs = "failed to sign in as";
export const failedToSignInWith = "failed to sign in with an unknown email";
export const field = "Field";
export const firstAdministratorAppointed = "First administrator appointed";
export const firstName = "first name";
export const forLabel = "for";
export const freezeEnded = "Freeze ended";
export const from = "From";
export const fromBeforeToAfter = ({ before, after }: { before: Value; after: Value }) =>
  `from ${before} to ${after}`;
export const fromTheList = "from the list";
export const frozeAccountWithLinkFrom = "froze the account with a link from a mail";
export const gasFeeAddress = "Gas fee address";
export const gasFeeAmount = "Gas fee amount";
export const gasFeeSettingsChanged = "Gas fee settings changed";
export const gotNewPasswordByNpm = "got a new password by npm run wazi -- reset-admin";
export const gotNoAnswerAboutPayout = "got no answer about the payout of";
export const holdOfAWithdrawalEnded = "Hold of a withdrawal ended";
export const importedAStatementOfTextin = ({ textIn }: { textIn: Value }) =>
  `imported a statement of ${textIn}`;
export const importedSignedPayoutsOnNetworkof = ({ networkOf }: { networkOf: Value }) =>
  `imported signed payouts on ${networkOf}`;
export const ipAddresses = "IP addresses";
export const kycStatus = "KYC status";
export const kycStatusSet = "KYC status set";
export const lastName = "last name";
export const lateDeposit = "late deposit";
export const lateDepositCredited = "Late deposit credited";
export const leftAPaymentUncredited = "left a payment uncredited:";
export const localRateSet = "Local rate set";
export const mPesaReportDecided = "M-Pesa report decided";
export const mailSentAgain = "Mail sent again";
export const meantForTheDeposit = "Meant for the deposit";
export const more = "More";
export const movementsViewed = "Movements viewed";
export const nameFrom = ({ name }: { name: Value }) =>
  `; ${name} from`;
export const noChangesRecorded = "No changes recorded.";
export const noEventsYet = "No events yet.";
export const notRecorded = "Not recorded";
export const notSignedIn = "Not signed in";
export const notedThatTheProviderAccepted = "noted that the provider accepted";
export const ofLabel = "of";
export const only = "Only";
export const otherPerson = "Other person";
export const otherSession = "other session";
export const otherSessions = "other sessions";
export const otherSessionsEndedByUser = "Other sessions ended by the user";
export const overRailof = ({ railOf }: { railOf: Value }) =>
  `over ${railOf}`;
export const ownAccountDeleted = "Own account deleted";
export const paidOut = "paid out";
export const passkeyAdded = "Passkey added";
export const passkeyRemoved = "Passkey removed";
export const passwordChanged = "Password changed";
export const passwordReset = "Password reset";
export const passwordResetAskedFor = "Password reset asked for";
export const passwordResetOnTheServer = "Password reset on the server";
export const pausedEntry = ({ entry }: { entry: Value }) =>
  `paused ${entry}`;
export const paymentCredited = "Payment credited";
export const paymentLeftUncredited = "Payment left uncredited";
export const payoutAccepted = "Payout accepted";
export const payoutApproved = "Payout approved";
export const payoutCameBack = "Payout came back";
export const payoutCancelled = "Payout cancelled";
export const payoutConfirmed = "Payout confirmed";
export const payoutDestinationRemoved = "Payout destination removed";
export const payoutDestinationSaved = "Payout destination saved";
export const payoutEntryReviewed = "Payout entry reviewed";
export const payoutFailed = "Payout failed";
export const payoutFeePosted = "Payout fee posted";
export const payoutResultUnknown = "Payout result unknown";
export const payoutSent = "Payout sent";
export const pendingWithdrawal = "pending withdrawal";
export const phoneNumber = "phone number";
export const postedTheFeeOf = "posted the fee of";
export const practiceDeposit = "practice deposit";
export const practiceMoneyCredited = "Practice money credited";
export const preparedHigherFeeForPayout = ({ networkOf }: { networkOf: Value }) =>
  `prepared a higher fee for a payout on ${networkOf}`;
export const preparedPayoutsOnNetworkof = ({ networkOf }: { networkOf: Value }) =>
  `prepared payouts on ${networkOf}`;
export const profileChanged = "Profile changed";
export const proposedDecisionOnDifferenceTo = "proposed a decision on a difference to a statement";
export const proposedToBookChargesChargesof = ({ chargesOf }: { chargesOf: Value }) =>
  `proposed to book charges of ${chargesOf}`;
export const railResumed = "Rail resumed";
export const railStopped = "Rail stopped";
export const recordedAFailedPayoutOf = "recorded a failed payout of";
export const recordedAsNotPaid = "recorded as not paid:";
export const recordedAsPaid = "recorded as paid:";
export const recordedSignedMessageReserveAddress = ({ textIn }: { textIn: Value }) =>
  `recorded a signed message of a reserve address, dated ${textIn}`;
export const recordedThatTextinHeldTextin2 = ({ textIn, textIn2, textIn3 }: { textIn: Value; textIn2: Value; textIn3: Value }) =>
  `recorded that ${textIn} held ${textIn2} ${textIn3}`;
export const recoveryCodesReplaced = "Recovery codes replaced";
export const rejected = "rejected";
export const rejectedThe = "rejected the";
export const rejectedTheDocumentsOf = "rejected the documents of";
export const removeSubjectFilter = "Remove subject filter";
export const removeUserFilter = "Remove user filter";
export const removed = "removed";
export const removedAPasskey = "removed a passkey";
export const removedAPayoutDestination = "removed a payout destination";
export const removedTheSecondFactorsOf = "removed the second factors of";
export const removedTheirAuthenticatorApp = "removed their authenticator app";
export const replacedTheirRecoveryCodes = "replaced their recovery codes";
export const requestDenied = "Request denied";
export const requests = "Requests";
export const reserveAddressSigned = "Reserve address signed";
export const reserveStatementRecorded = "Reserve statement recorded";
export const resumedEntry = ({ entry }: { entry: Value }) =>
  `resumed ${entry}`;
export const resumedPayoutsOverRailof = ({ railOf }: { railOf: Value }) =>
  `resumed payouts over ${railOf}`;
export const returnedTheMoneyOf = "returned the money of";
export const revokedAdministratorAccessFrom = "revoked administrator access from";
export const roleChanged = "Role changed";
export const runningProfit = "running profit";
export const savedAPayoutDestination = "saved a payout destination";
export const search = "Search";
export const secondFactorsRemovedByAdministrator = "Second factors removed by an administrator";
export const sent = "sent";
export const sentAMailAgainTextin = ({ textIn }: { textIn: Value }) =>
  `sent a mail again: ${textIn}`;
export const sessionEndedByTheUser = "Session ended by the user";
export const sessionOfAUserEnded = "Session of a user ended";
export const sessions = "Sessions";
export const setNewPasswordWithLink = "set a new password with a link from a mail";
export const setRateTextinToTextin2 = ({ textIn, textIn2 }: { textIn: Value; textIn2: Value }) =>
  `set the rate of ${textIn} to ${textIn2} for one US dollar`;
export const setTheKycStatusOf = "set the KYC status of";
export const settings = "Settings";
export const settingsChangedAtAStart = "Settings changed at a start";
export const sideImage = ({ side }: { side: Value }) =>
  `${side} image`;
export const signInFailed = "Sign-in failed";
export const signedIn = "Signed in";
export const signedIn2 = "signed in";
export const signedOut = "Signed out";
export const signedOut2 = "signed out";
export const signedPayoutsImported = "Signed payouts imported";
export const startedWithChangedSettingsListnames = ({ listNames }: { listNames: Value }) =>
  `started with changed settings: ${listNames}`;
export const statementImported = "Statement imported";
export const stoppedPayoutsOverRailof = ({ railOf }: { railOf: Value }) =>
  `stopped payouts over ${railOf}`;
export const subject = "Subject";
export const submittedImageTheirAfter = ({ after }: { after: Value }) =>
  `submitted an image of their ${after}`;
export const system = "System";
export const theAuditLog = "the audit log";
export const theBotName = ({ name }: { name: Value }) =>
  `the bot ${name}`;
export const theirNoun = ({ noun }: { noun: Value }) =>
  `their ${noun}`;
export const theirPassword = "their password";
export const to = "to";
export const tooManyFailedSignIns = "Too many failed sign-ins";
export const tookBackChangeEMail = "took back a change of the e-mail address";
export const tookBackDecisionOnDifference = "took back the decision on a difference";
export const totalInvested = "total invested";
export const unchangedMap = ({ map }: { map: Value }) =>
  `Unchanged: ${map}.`;
export const unknownPayoutDecided = "Unknown payout decided";
export const userActivated = "User activated";
export const userDeactivated = "User deactivated";
export const userDeleted = "User deleted";
export const userPageViewed = "User page viewed";
export const users = "Users";
export const viewedSideDocument = ({ side }: { side: Value }) =>
  `viewed the ${side} of a document of`;
export const viewedTheMovementsOf = "viewed the movements of";
export const viewedThePageOf = "viewed the page of";
export const wasBlockedAfterTooMany = "was blocked after too many wrong passwords for";
export const wasBlockedAfterTooManyFailed = "was blocked after too many failed sign-ins";
export const wasDeniedBackOfficeRequest = ({ subjectId }: { subjectId: Value }) =>
  `was denied a back office request: ${subjectId}`;
export const wasReceived = "was received";
export const what = "What";
export const when = "When";
export const who = "Who";
export const whoDidWhatToWhom = "Who did what, to whom and from where. Entries are never changed or deleted.";
export const withTheRoleRole = ({ role }: { role: Value }) =>
  `with the role ${role}`;
export const withdrawalCancelled = "Withdrawal cancelled";
export const withdrawalConfirmed = "Withdrawal confirmed";
export const withdrawalDeleted = "Withdrawal deleted";
export const withdrawalPaidOrRejected = "Withdrawal paid or rejected";
export const withdrawals = "Withdrawals";
export const withdrewTheir = "withdrew their";
export const wrongPasswordOnAccessChange = "Wrong password on access change";
export const wrongPasswordOnPasswordChange = "Wrong password on password change";
