// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aToken = "A token";
export const accountNumberOfTheInvestor = "Account number of the investor";
export const actions = "Actions";
export const address = "Address";
export const allPaymentsSoFarComparedWithRequest = "All payments of the deposit so far, compared with the amount requested";
export const amount = "Amount";
export const amountCredited = ({ amount }: { amount: Value }) =>
  `$${amount} credited.`;
export const amountCreditedToName = ({ amount, name }: { amount: Value; name: Value }) =>
  `$${amount} credited to ${name}.`;
export const amountKesByMPesa = ({ amount }: { amount: Value }) =>
  `${amount} KES by M-Pesa`;
export const amountReceivedUsd = "Amount received (USD)";
export const anAdministratorApprovedDepositWithout = "An administrator approved the deposit without a transaction. Check that it was not this one.";
export const anotherToken = "Another token";
export const anyCurrency = "Any currency";
export const anyStatus = "Any status";
export const approve = "Approve";
export const approveDeposit = "Approve deposit";
export const approved = "Approved";
export const approvedParticiple = "approved";
export const approving = "Approving...";
export const asMessagePaymentShowsIt = "As the message of the payment shows it";
export const balance = "Balance";
export const cancelledByTheInvestor = "Cancelled by the investor";
export const close = "Close";
export const closeWithoutACredit = "Close without a credit";
export const closedToCreditLatePayment = ({ expiresAt }: { expiresAt: ReactNode }) =>
  join("Closed ", expiresAt, ". To credit a late payment, approve with the amount received");
export const completed = "Completed";
export const confirmedPaymentsCreditedByAdministrator = "Confirmed. Payments are credited by an administrator here.";
export const created = "Created";
export const credit = ({ estimate }: { estimate: ReactNode }) =>
  join("Credit ", estimate);
export const creditLatePayment = "Credit late payment";
export const creditPayment = "Credit payment";
export const creditThePaymentOfName = ({ name }: { name: Value }) =>
  `Credit the payment of ${name}`;
export const creditThisPayment = "Credit this payment?";
export const credited = "Credited";
export const creditedLate = "Credited late";
export const crediting = "Crediting...";
export const creditsToDepositFundsYou = ({ part, name }: { part: ReactNode; name: ReactNode }) =>
  join("Credits ", part, " to the deposit funds of ", name, ". You cannot undo this.");
export const cryptoAmount = "Crypto amount";
export const currency = "Currency";
export const currencyFrom = ({ currency, user, part }: { currency: Value; user: ReactNode; part: ReactNode }) =>
  join(currency, " from ", user, ". ", part);
export const currencyOnNetworkAtRate = ({ cryptoAmount, currency, network, span, rate }: { cryptoAmount: ReactNode; currency: Value; network: Value; span: Wrap; rate: Value }) =>
  join(cryptoAmount, " ", currency, " on ", network, span(join(", at $", rate, " each")));
export const decide = "Decide";
export const decideOnMPesaPayment = ({ receipt }: { receipt: Value }) =>
  `Decide on the M-Pesa payment ${receipt}`;
export const decideOnThisMPesa = "Decide on this M-Pesa payment";
export const decidedBy = "Decided by";
export const deposit = "Deposit";
export const depositFunds = "Deposit funds";
export const depositOfUser = ({ user }: { user: Value }) =>
  `deposit of ${user}`;
export const deposits = "Deposits";
export const details = "Details";
export const doNotCredit = "Do not credit";
export const doNotCreditPaymentName = ({ name }: { name: Value }) =>
  `Do not credit the payment of ${name}`;
export const eachCreditsRequestedAmountCheck = "Each credits the requested amount. Check that all of it has arrived. You cannot undo this.";
export const effectOnAccountUser = ({ user }: { user: Value }) =>
  `Effect on the account of ${user}`;
export const enterValidAmountToSee = "Enter a valid amount to see a preview.";
export const exactAmount = "Exact amount";
export const failed = "Failed";
export const failedToApproveDeposit = "Failed to approve deposit";
export const failedToCreditLatePayment = "Failed to credit the late payment";
export const failedToRecordTheDecision = "Failed to record the decision";
export const failedToRejectDeposit = "Failed to reject deposit";
export const forEarlierDepositToThis = "For an earlier deposit to this address";
export const forMoneySentToThis = ({ name, part }: { name: ReactNode; part: ReactNode }) =>
  join("For money sent to this address that was not credited. This creates a separate completed deposit for ", name, ", linked to this one, and credits ", part, " to their deposit funds. This deposit does not change. Each transaction can be credited only once.");
export const giveToThisAccount = "Give to this account";
export const late = "late";
export const late2 = "Late";
export const latePayment = "Late payment";
export const leaveEmptyToCloseIt = "Leave empty to close it without a credit.";
export const leaveThisPaymentUncredited = "Leave this payment uncredited?";
export const lessThanRequested = "Less than requested";
export const localAmount = "Local amount";
export const mPesaReceipt = "M-Pesa receipt";
export const mPesaReceiptOptional = "M-Pesa receipt (optional)";
export const moreActionsForOftext = ({ ofText }: { ofText: Value }) =>
  `More actions for ${ofText}`;
export const moreThanRequested = "More than requested";
export const nameEmailAddressHashOr = "Name, email, address, hash or ID";
export const noDepositsYetNewDeposits = "No deposits yet. New deposits appear here automatically.";
export const noMoneyCreditedLatePayment = "No money is credited. A late payment to the same address can still be credited.";
export const noMoneyMoves = "No money moves.";
export const noteOptional = "Note (optional)";
export const onTime = "On time";
export const onlyIfItDiffersFrom = ({ amount }: { amount: Value }) =>
  `Only if it differs from the requested $${amount}`;
export const openUntilExpiresat = ({ expiresAt }: { expiresAt: Value }) =>
  `Open until ${expiresAt}`;
export const paymentWindow = "Payment window";
export const paymentsSeen = "Payments seen";
export const paymentsToReviewCount = ({ count }: { count: Value }) =>
  `Payments to review (${count})`;
export const pending = "Pending";
export const reason = "Reason";
export const reasonOptional = "Reason (optional)";
export const received = "Received";
export const received2 = ", received";
export const receivedAmountCreditedToName = ({ receivedAmount, name }: { receivedAmount: Value; name: Value }) =>
  `$${receivedAmount} credited to ${name}.`;
export const receivedAmountUsdOptional = "Received amount (USD, optional)";
export const reject = "Reject";
export const rejectDeposit = "Reject deposit";
export const rejectDeposit2 = "Reject deposit?";
export const rejected = "Rejected.";
export const rejected2 = "Rejected";
export const rejectedParticiple = "rejected";
export const rejecting = "Rejecting...";
export const requested = "Requested";
export const requestedAmount = ({ amount }: { amount: Value }) =>
  `Requested $${amount}`;
export const requiredWhenTotalFarAbove = "Required when the total is far above the request. Another administrator then approves it.";
export const saving = "Saving...";
export const searchDeposits = "Search deposits";
export const status = "Status";
export const testNetworkAddress = "Test network address";
export const theAccountDeactivatedOrDeletedFind = "The account is deactivated or deleted. Find out to whom the money belongs before you credit this account.";
export const theAmountLargerThanDepositCan = "The amount is larger than a deposit can be. Credit it in parts on the deposit, then close it here.";
export const theAmountReceived = "the amount received";
export const theDecisionWasRecorded = "The decision was recorded.";
export const theDepositAskedForAnotherCurrency = "The deposit asked for another currency. If you credit it, the rate of its arrival counts.";
export const theDepositWasRejected = "The deposit was rejected.";
export const theDeposits = "the deposits";
export const theHashIncomingTransaction = "The hash of the incoming transaction";
export const theNetworkRemovedThisPayment = "The network removed this payment after it was credited. Adjust the account if it does not come back.";
export const thePaymentWasCredited = "The payment was credited.";
export const thisMarksDepositByAs = ({ amount, user }: { amount: ReactNode; user: ReactNode }) =>
  join("This marks the deposit of ", amount, " by ", user, " as failed. No money is credited. They keep the address, so a late payment can still be credited.");
export const thisTokenNotDepositCurrencyIt = "This token is not a deposit currency. It has no price, so it cannot be credited. Tell the investor, then close it with a reason.";
export const totalDeposits = "Total deposits";
export const transactionHash = "Transaction hash";
export const transactionHashOptional = "Transaction hash (optional)";
export const unknownToken = "Unknown token";
export const user = "User";
export const whyMoreThanRequestCredited = "Why more than the request is credited. A large excess waits for another administrator.";
export const willAddedToTheirBalance = ({ estimate }: { estimate: ReactNode }) =>
  join(estimate, " will be added to their balance.");
export const writeTheReasonFirst = "Write the reason first";
export const youCannotApproveYourOwn = "You cannot approve your own deposit. Ask another administrator.";
export const youCannotDecideOnYour = "You cannot decide on your own deposit. Ask another administrator.";
