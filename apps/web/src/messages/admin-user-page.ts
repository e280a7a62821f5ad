// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const aTradeOpenButNo = "A trade is open but no current price is available. The value uses the last known price.";
export const account = "Account";
export const action = "Action";
export const activate = "Activate";
export const active = "Active";
export const adjustAccount = "Adjust account";
export const after = "After";
export const allSubmittedDocuments = "All submitted documents.";
export const allUsers = "All users";
export const anyStatus = "Any status";
export const at = "At";
export const audit = "Audit";
export const availableToWithdraw = "Available to withdraw";
export const balance = "Balance";
export const before = "Before";
export const beingPaidOut = ", being paid out";
export const bot = "Bot";
export const browser = "Browser";
export const byActor = ({ actor }: { actor: Value }) =>
  `By ${actor}.`;
export const byBy = ({ by }: { by: Value }) =>
  `by ${by}`;
export const change = "Change";
export const changeKycStatus = "Change KYC status";
export const closing = "Closing";
export const copyEmail = "Copy email";
export const copyPhoneNumber = "Copy phone number";
export const countBots = ({ count }: { count: number }) =>
  `${(count === 1 ? `${count.toLocaleString("en")} bot` : `${count.toLocaleString("en")} bots`)}`;
export const country = "Country";
export const current = "Current";
export const dateOfBirth = "Date of birth";
export const deactivate = "Deactivate";
export const deactivated = "Deactivated";
export const deleteLabel = "Delete";
export const depositFunds = "Deposit funds";
export const depositOf = ({ amount }: { amount: ReactNode }) =>
  join("Deposit of ", amount);
export const depositedInTotal = ({ totalDeposits }: { totalDeposits: ReactNode }) =>
  join(totalDeposits, " deposited in total");
export const deposits = "Deposits";
export const details = "Details";
export const doThisOnlyForPerson = ({ email }: { email: ReactNode }) =>
  join("Do this only for a person who has lost their phone or passkey, and only after you have checked who they are. ", email, " is signed out everywhere and told by mail. Withdrawals are held for 24 hours.");
export const documentsToReview = "Documents to review";
export const doneBy = "Done by";
export const email = "Email";
export const end = "End";
export const endASessionOfUser = ({ user }: { user: Value }) =>
  `End a session of ${user}?`;
export const endAll = "End all";
export const endAllSessions = "End all sessions";
export const endAllSessionsOfUser = ({ user }: { user: Value }) =>
  `End all sessions of ${user}?`;
export const endFreeze = "End freeze";
export const endSession = "End session";
export const endTheFreezeOfName = ({ name }: { name: Value }) =>
  `End the freeze of ${name}?`;
export const ending = "Ending...";
export const enterAReason = "Enter a reason";
export const everyLedgerPostingOnThis = "Every ledger posting on this account.";
export const exitWaiting = "Exit waiting";
export const failedToEndTheFreeze = "Failed to end the freeze";
export const failedToEndTheSession = "Failed to end the session";
export const failedToEndTheSessions = "Failed to end the sessions";
export const failedToRemoveSecondFactors = "Failed to remove the second factors";
export const figure = "Figure";
export const figures = "Figures";
export const figuresBeforeAndAfter = "Figures before and after";
export const from = "From";
export const fromAdjustments = ({ adjustmentProfit }: { adjustmentProfit: ReactNode }) =>
  join(adjustmentProfit, " from adjustments");
export const frozenByItsOwner = "Frozen by its owner";
export const grantedProfit = "Granted profit";
export const inBots = "In bots";
export const joined = "Joined";
export const lastSignIn = "Last sign-in";
export const lastUsed = "Last used";
export const listSessions = ({ list }: { list: Value }) =>
  `${list} sessions`;
export const lossCarried = "Loss carried";
export const maxBotsBots = ({ maxBots }: { maxBots: Value }) =>
  `, ${maxBots} bots`;
export const mostRecentlyUsed = ", most recently used";
export const movements = "Movements";
export const n1Session = "1 session";
export const nameNoLongerUser = ({ name }: { name: Value }) =>
  `${name} is no longer a user`;
export const never = "Never";
export const noAccountFiguresChanged = "No account figures changed.";
export const noActivePositions = "No active positions.";
export const noActiveSessions = "No active sessions.";
export const noChange = "No change";
export const noDepositsYet = "No deposits yet.";
export const noDocumentsSubmittedYet = "No documents submitted yet.";
export const noEventsForThisUser = "No events for this user.";
export const noMovementsYet = "No movements yet.";
export const noPendingRequests = "No pending requests.";
export const noReasonWasGiven = ". No reason was given.";
export const noWithdrawalsYet = "No withdrawals yet.";
export const none = "none";
export const noneGiven = "None given";
export const notProvided = "Not provided";
export const notSubscribedToNews = "not subscribed to news";
export const notYetMovedToBalance = "Not yet moved to the balance";
export const ofName = ({ name }: { name: Value }) =>
  `of ${name}`;
export const ofOftext = ({ ofText }: { ofText: Value }) =>
  `of ${ofText}`;
export const off = "Off";
export const on = "On";
export const onHold = "On hold";
export const outdated = "Outdated";
export const ownMoney = "Own money";
export const ownMoneyInBots = "Own money in bots";
export const packageLabel = "Package";
export const partOfTheBalance = "Part of the balance";
export const pendingRequests = "Pending requests";
export const phone = "Phone";
export const positions = "Positions";
export const posted = "Posted";
export const postings = "Postings";
export const preferences = "Preferences";
export const prefersPreferredmarket = ({ preferredMarket }: { preferredMarket: Value }) =>
  `prefers ${preferredMarket}`;
export const price = "Price";
export const profile = "Profile";
export const profitFunds = "Profit funds";
export const reason = "Reason";
export const recordedInAuditLogAnd = "Recorded in the audit log and told to the person.";
export const remove = "Remove";
export const removeSecondFactorsUser = ({ user }: { user: Value }) =>
  `Remove the second factors of ${user}?`;
export const removing = "Removing...";
export const reservedForAWithdrawal = "Reserved for a withdrawal";
export const riskToleranceRiskTolerance = ({ riskTolerance }: { riskTolerance: Value }) =>
  `${riskTolerance} risk tolerance`;
export const runningProfit = "Running profit";
export const secondStep = "Second step";
export const sessionBrowsernameAddress = ({ browserName, address }: { browserName: Value; address: Value }) =>
  `session: ${browserName}, ${address}`;
export const sessions = "Sessions";
export const sessionsOfUser = ({ user }: { user: Value }) =>
  `sessions of ${user}`;
export const share = "Share";
export const signedIn = "Signed in";
export const signsOutBrowserAtAddress = ({ email, browser, address }: { email: ReactNode; browser: Value; address: Value }) =>
  join("Signs ", email, " out of ", browser, " at ", address, " immediately. They can sign in again with their password.");
export const signsOutEverywhereImmediatelyCount = ({ email, count, count2 }: { email: ReactNode; count: Value; count2: number }) =>
  join("Signs ", email, " out everywhere immediately (", count, " ", (count2 === 1 ? "session" : "sessions"), " and any newer ones). They can sign in again with their password.");
export const since = "Since";
export const status = "Status";
export const subscribedToNews = "subscribed to news";
export const sum = "Sum";
export const theAccountNoLongerFrozen = "The account is no longer frozen. The user is told by mail.";
export const theDeposits = "the deposits";
export const theLinkInMailUsed = ({ frozenAt }: { frozenAt: ReactNode }) =>
  join("The link in a mail was used ", frozenAt, ". No one can sign in, and withdrawals wait. A password reset by mail ends it.");
export const theLinkMayWrongOr = "The link may be wrong, or the user was deleted or became an administrator.";
export const theMovements = "the movements";
export const theOwnerFrozeThisAccount = "The owner froze this account because someone else may have access to it. End the freeze only after you have checked who asks for it. Withdrawals stay on hold until the end that is shown.";
export const theSecondFactorsOfUser = ({ user }: { user: Value }) =>
  `the second factors of ${user}`;
export const theSessions = "the sessions";
export const theUserOrTheSystem = "The user or the system";
export const theVerifications = "the verifications";
export const theWithdrawals = "the withdrawals";
export const theyDeletedOrBecameAdministrator = "They were deleted or became an administrator while you were here. The audit log shows who did it.";
export const transaction = "Transaction";
export const transferOfInvestmentFrom = "Transfer of investment from";
export const transferOfProfitFrom = "Transfer of profit from";
export const userCanSignInWith = ({ user }: { user: Value }) =>
  `${user} can sign in with the password alone.`;
export const userIsSignedOutEverywhere = ({ user }: { user: Value }) =>
  `${user} is signed out everywhere.`;
export const userNotFound = "User not found";
export const userRecords = "User records";
export const userRemoved = "User removed";
export const userSignedOutBrowser = ({ user, browser }: { user: Value; browser: Value }) =>
  `${user} is signed out of ${browser}.`;
export const value = "Value";
export const verifications = "Verifications";
export const viewAuditLog = "View audit log";
export const waitingForAPrice = "waiting for a price";
export const what = "What";
export const when = "When";
export const withdrawalOf = ({ amount, part }: { amount: ReactNode; part: ReactNode }) =>
  join("Withdrawal of ", amount, part);
export const withdrawals = "Withdrawals";
