// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const account = "Account";
export const actions = "Actions";
export const activate = "Activate";
export const activateName = ({ name }: { name: Value }) =>
  `Activate ${name}?`;
export const activateUser = "Activate user";
export const activating = "Activating...";
export const active = "Active";
export const adjustTheAccountOfUser = ({ user }: { user: Value }) =>
  `Adjust the account of ${user}`;
export const adjustedBeforeAdjustedInLast24 = ({ adjustedBefore }: { adjustedBefore: Value }) =>
  `$${adjustedBefore} were adjusted in the last 24 hours.`;
export const alreadyActive = "Already active";
export const amount = "Amount";
export const anotherAdministratorMustApprove = "Another administrator must approve";
export const anyKycStatus = "Any KYC status";
export const anyStatus = "Any status";
export const askForApproval = "Ask for approval";
export const asking = "Asking...";
export const balance = "Balance";
export const canUseDepositsBotsAnd = ({ email }: { email: ReactNode }) =>
  join(email, " can use deposits, bots and transfers again. Closed positions stay closed.");
export const changeAtLeastOneThree = "Change at least one of the three figures";
export const changeKycStatus = "Change KYC status";
export const checkingWhetherThisUserCan = "Checking whether this user can be deleted";
export const chooseADifferentStatus = "Choose a different status";
export const closesPositionsWorthWorthMap = ({ positions, worth, map }: { positions: Value; worth: Value; map: Value }) =>
  `Closes ${positions} worth $${worth} (${map}). The money goes to their balance.`;
export const continueWithTheNewFigures = "Continue with the new figures";
export const correctAmountToSeePreview = "Correct the amount to see a preview.";
export const couldNotLoadThePreview = "Could not load the preview";
export const country = "Country";
export const deactivate = "Deactivate";
export const deactivateName = ({ name }: { name: Value }) =>
  `Deactivate ${name}?`;
export const deactivateUser = "Deactivate user";
export const deactivated = "Deactivated";
export const deactivatedReason = ({ at, reason }: { at: ReactNode; reason: Value }) =>
  join("Deactivated", at, reason);
export const deactivating = "Deactivating...";
export const deleteLabel = "Delete";
export const deleteUser = ({ user }: { user: Value }) =>
  `Delete ${user}?`;
export const deleteUser2 = "Delete user";
export const deleting = "Deleting...";
export const depositFunds = "Deposit funds";
export const documentsPendingReview = "Documents pending review";
export const edit = "Edit";
export const endsSessionsAndSignsThem = ({ sessions }: { sessions: Value }) =>
  `Ends ${sessions} and signs them out everywhere.`;
export const endsSessionsTheyCanNo = ({ sessions }: { sessions: Value }) =>
  `Ends ${sessions}. They can no longer sign in.`;
export const enterAmountToSeePreview = "Enter an amount to see a preview.";
export const enterTheirEmailAddressFirst = "Enter their email address first";
export const enterTheirEmailAddressTo = "Enter their email address to confirm";
export const erasesTheirNameContactDetails = "Erases their name, contact details, date of birth and documents. You cannot undo this.";
export const error = "Error";
export const failedToActivateUser = "Failed to activate user";
export const failedToChangeKycStatus = "Failed to change the KYC status";
export const failedToDeactivateUser = "Failed to deactivate user";
export const failedToDeleteUser = "Failed to delete user";
export const failedToUpdateUser = "Failed to update user";
export const figuresBeforeAndAfter = "Figures before and after";
export const fromAdjustments = "From adjustments";
export const invested = "Invested";
export const itNowItSeen = ({ now, seen }: { now: ReactNode; seen: Value }) =>
  join("It is now ", now, ". It was ", seen, ".");
export const joined = "Joined";
export const kyc = "KYC";
export const kycStatus = "KYC status";
export const largestBalanceFirst = "Largest balance first";
export const lastSignIn = "Last sign-in";
export const latestSignInFirst = "Latest sign-in first";
export const leastInvestedFirst = "Least invested first";
export const ledgerLines = "Ledger lines";
export const mapNoCurrentPriceIt = ({ map }: { map: Value }) =>
  `${map}: no current price. It closes when a price arrives.`;
export const moreActionsForName = ({ name }: { name: Value }) =>
  `More actions for ${name}`;
export const mostInvestedFirst = "Most invested first";
export const nameAToZ = "Name, A to Z";
export const nameAlreadyActiveNoAction = ({ name }: { name: Value }) =>
  `${name} is already active. No action is needed.`;
export const nameDeactivatedPositionsWaitingFor = ({ name, waitingBotIds }: { name: Value; waitingBotIds: Value }) =>
  `${name} is deactivated. Positions waiting for a price to close: ${waitingBotIds}.`;
export const nameEmailPhoneOrCountry = "Name, email, phone or country";
export const nameIsActiveAgain = ({ name }: { name: Value }) =>
  `${name} is active again.`;
export const nameIsDeactivated = ({ name }: { name: Value }) =>
  `${name} is deactivated.`;
export const nameNowItWhenYou = ({ name, name2, original }: { name: Value; name2: ReactNode; original: ReactNode }) =>
  join(name, " is now ", name2, ". It was ", original, " when you edited it.");
export const nameZToA = "Name, Z to A";
export const never = "Never";
export const newestFirst = "Newest first";
export const noReasonWasGiven = ". No reason was given.";
export const noUsersYet = "No users yet.";
export const nothingPostedYourInputKept = "Nothing was posted. Your input is kept.";
export const oldestFirst = "Oldest first";
export const oldestSignInFirst = "Oldest sign-in first";
export const onHold = "On hold";
export const partsAndAt = ({ parts, at }: { parts: Value; at: Value }) =>
  `${parts} and ${at}`;
export const pendingOrNotSubmitted = "Pending or not submitted";
export const pleaseProvideAReason = "Please provide a reason";
export const postAdjustment = "Post adjustment";
export const posting = "Posting...";
export const preview = "Preview";
export const profitFunds = "Profit funds";
export const reason = "Reason";
export const reviewThemUnderVerificationsInstead = ({ link }: { link: Wrap }) =>
  join("Review them under ", link("Verifications"), "instead.");
export const runningProfit = "Running profit";
export const saveStatus = "Save status";
export const saving = "Saving...";
export const searchUsers = "Search users";
export const setsKycStatusManuallyIt = ({ name, state }: { name: ReactNode; state: ReactNode }) =>
  join("Sets the KYC status of ", name, " manually. It is currently ", state, ".");
export const shownToTheInvestor = "Shown to the investor";
export const smallestBalanceFirst = "Smallest balance first";
export const status = "Status";
export const stillPendingForYourDecision = ({ waiting }: { waiting: Value }) =>
  `Still pending for your decision: ${waiting}.`;
export const sum = "Sum";
export const theAccountHasChanged = "The account has changed";
export const theAccountUserAdjusted = ({ user }: { user: Value }) =>
  `The account of ${user} is adjusted.`;
export const theDetailsOfThisUser = "the details of this user";
export const theDifferencePostedAsAdjustment = "The difference is posted as an adjustment with your name and reason. Their statement shows it as an adjustment, never as trading profit.";
export const theEffects = "the effects";
export const theEffectsAreStillLoading = "The effects are still loading";
export const theKycStatusNameChosen = ({ name, chosen }: { name: Value; chosen: Value }) =>
  `The KYC status of ${name} is ${chosen}.`;
export const theLedgerAndAuditLog = "The ledger and the audit log are kept without their name.";
export const theServerDidNotRespond = "The server did not respond. Nothing was posted.";
export const theUserWasDeleted = "The user was deleted.";
export const theUsers = "the users";
export const thereNoOtherAdministratorWho = ({ link }: { link: Wrap }) =>
  join("There is no other administrator who may approve. Appoint one under ", link("Administrators"), ".");
export const theyBecomeVerifiedRegardlessTheir = "They become verified, regardless of their documents, and are notified.";
export const theyCanStillSignIn = "They can still sign in to view their account, download statements and withdraw. Everything else is blocked until you activate them again.";
export const theyHaveNoActiveSessions = "They have no active sessions.";
export const theyHaveNoPositionsTo = "They have no positions to close.";
export const theyNotVerifiedUntilAdministrator = "They are not verified until an administrator decides.";
export const theyNotifiedRejectionAndCan = "They are notified of the rejection and can submit documents again.";
export const thisAdjustsCountedBeforeOne = ({ counted, before, limit }: { counted: Value; before: Value; limit: Value }) =>
  `This adjusts $${counted}.${before} One administrator can adjust up to $${limit} for one investor in 24 hours. No money moves until the approval.`;
export const thisCannotBePosted = "This cannot be posted";
export const thisUserCannotDeletedNow = "This user cannot be deleted now";
export const tryAgain = "Try again";
export const user = "user";
export const user2 = "User";
export const users = "Users";
export const waitForPreviewBeforePosting = "Wait for the preview before posting";
