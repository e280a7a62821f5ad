// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const account = "Account";
export const actions = "Actions";
export const adjustment = "Adjustment";
export const adjustmentForUser = ({ user }: { user: Value }) =>
  `adjustment for ${user}`;
export const adjustments = "Adjustments";
export const amount = "Amount";
export const applied = "Applied";
export const approve = "Approve";
export const approveAdjustment = "Approve adjustment?";
export const approveAdjustment2 = "Approve adjustment";
export const approving = "Approving...";
export const askedFor = "Asked for";
export const balance = "Balance";
export const close = "Close";
export const credited = "Credited";
export const decidedBy = "Decided by";
export const depositAboveTheRequest = "Deposit above the request";
export const details = "Details";
export const expired = "Expired";
export const expires = "Expires";
export const failedToApproveTheAdjustment = "Failed to approve the adjustment";
export const failedToRejectTheAdjustment = "Failed to reject the adjustment";
export const failedToWithdrawTheAdjustment = "Failed to withdraw the adjustment";
export const figuresBeforeAndAfter = "Figures before and after";
export const kind = "Kind";
export const kindAndReason = "Kind and reason";
export const latePaymentAboveTheRequest = "Late payment above the request";
export const noAdjustmentsYetAdjustAccount = "No adjustments yet. Adjust an account in Users. Larger amounts wait here for a second administrator.";
export const none = "None";
export const note = "Note";
export const oneAdministratorCanAdjustUp = ({ limit }: { limit: Value }) =>
  `One administrator can adjust up to $${limit} for one investor in 24 hours. Above it, another administrator must approve.`;
export const oneWasEnough = "One was enough";
export const pending = "Pending";
export const pleaseSayWhyYouReject = "Please say why you reject it";
export const reason = "Reason";
export const reject = "Reject";
export const rejectAdjustment = "Reject adjustment?";
export const rejectAdjustment2 = "Reject adjustment";
export const rejected = "Rejected";
export const rejecting = "Rejecting...";
export const requested = "Requested";
export const review = "Review";
export const ruleNobodyElseCanApprove = ({ rule, link }: { rule: Value; link: Wrap }) =>
  join(rule, " Nobody else can approve what you ask for. A second administrator with money access can be appointed under ", link("Administrators"), ".");
export const runningProfit = "Running profit";
export const status = "Status";
export const theAccountUserDoesNot = ({ user }: { user: Value }) =>
  `The account of ${user} does not change. The administrator who asked sees your reason.`;
export const theAccountUserDoesNotChange = ({ user }: { user: Value }) =>
  `The account of ${user} does not change. The list keeps that you asked and withdrew it.`;
export const theAdjustmentForNameApplied = ({ name }: { name: Value }) =>
  `The adjustment for ${name} is applied.`;
export const theAdjustmentIsRejected = "The adjustment is rejected.";
export const theAdjustmentIsWithdrawn = "The adjustment is withdrawn.";
export const theAdjustments = "the adjustments";
export const thereIsNoSecondAdministrator = "There is no second administrator";
export const totalInvested = "Total invested";
export const transactionHash = "Transaction hash";
export const user = "User";
export const withExactlyFiguresShownIf = ({ kind, counted, name }: { kind: string; counted: ReactNode; name: ReactNode }) =>
  join((kind === "account" ? "Posts an adjustment of " : "Credits the deposit, with "), counted, (kind === "account" ? " for " : " above the request of "), name, ", with exactly the figures shown. If they have changed, nothing is posted. You cannot undo it.");
export const withdraw = "Withdraw";
export const withdrawAdjustment = "Withdraw adjustment?";
export const withdrawAdjustment2 = "Withdraw adjustment";
export const withdrawing = "Withdrawing...";
export const withdrawn = "Withdrawn";
export const youAskedForThisAdjustment = "You asked for this adjustment. Another administrator must approve or reject it.";
