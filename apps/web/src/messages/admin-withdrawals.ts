// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const accountHolder = "Account holder";
export const accountHolderOnlyIfName = "Account holder (only if the name differs)";
export const accountName = "Account name";
export const accountNumber = "Account number";
export const actions = "Actions";
export const address = "Address";
export const alreadyDeleted = "Already deleted";
export const amount = "Amount";
export const anotherAdministratorMustConfirmIt = "Another administrator must confirm it first.";
export const anotherAdministratorMustSendMoney = "Another administrator must send the money and complete the withdrawal. Do not send it yourself.";
export const anyStatus = "Any status";
export const anyType = "Any type";
export const bank = "Bank";
export const bankTransfer = "Bank transfer";
export const byHiddenby = ({ hiddenBy }: { hiddenBy: Value }) =>
  `by ${hiddenBy}`;
export const cancelled = "Cancelled";
export const cancelledByTheInvestor = "Cancelled by the investor";
export const close = "Close";
export const complete = "Complete";
export const completeWithdrawal = "Complete withdrawal";
export const completed = "Completed.";
export const completedParticiple = "completed";
export const completing = "Completing...";
export const confirm = "Confirm";
export const confirmPayout = "Confirm payout";
export const confirmedAnotherAdministratorMustComplete = "Confirmed. Another administrator must complete it.";
export const confirmedByAnotherAdministrator = "Confirmed by another administrator";
export const confirmedBySignaturesAdministrators = ({ signatures }: { signatures: Value }) =>
  `Confirmed by ${signatures} administrators`;
export const confirmedByYou = "Confirmed by you";
export const confirmedParticiple = "confirmed";
export const confirming = "Confirming...";
export const crypto = "Crypto";
export const decidedBy = "Decided by";
export const deleteLabel = "Delete";
export const deleteWithdrawal = "Delete withdrawal?";
export const deleteWithdrawal2 = "Delete withdrawal";
export const deleting = "Deleting...";
export const demoNoMoneyLeavesWithout = "Demo: no money leaves. Without a reference a paper receipt is recorded.";
export const details = "Details";
export const eachAmountReturnsToIts = "Each amount returns to its investor's balance at once. Do not send the money.";
export const eachPaidOutOrMarked = "Each is paid out, or marked as paid. You cannot undo this.";
export const endTheHold = "End the hold?";
export const endTheHold2 = "End the hold";
export const ending = "Ending...";
export const endsHoldForEarlyFirst = ({ user }: { user: ReactNode }) =>
  join("Ends the hold for ", user, " early. First reach them in a way that you already know, such as the phone number from before the change. Another change of the account holds withdrawals again. The audit log keeps your name and reason.");
export const failedToCompleteWithdrawal = "Failed to complete withdrawal";
export const failedToConfirmThePayout = "Failed to confirm the payout";
export const failedToDeleteWithdrawal = "Failed to delete withdrawal";
export const failedToEndTheHold = "Failed to end the hold";
export const failedToRejectWithdrawal = "Failed to reject withdrawal";
export const feeInUsDollarsOptional = "Fee in US dollars (optional)";
export const forBankTransferBanksReference = "For a bank transfer: the bank's reference";
export const forMPesaReceiptNumber = "For M-Pesa: the receipt number";
export const held = "Held";
export const heldUntilEndsat = ({ endsAt }: { endsAt: Value }) =>
  `Held until ${endsAt}.`;
export const heldUntilEndsat2 = ({ endsAt }: { endsAt: Value }) =>
  `Held until ${endsAt}`;
export const hidden = "Hidden";
export const hiddenHiddenbyAtHiddenat = ({ hiddenBy, hiddenAt }: { hiddenBy: Value; hiddenAt: Value }) =>
  `Hidden${hiddenBy} at ${hiddenAt}`;
export const hiddenOnly = "Hidden only";
export const howYouMadeSureThat = "How you made sure that the investor asked for this withdrawal";
export const isAlreadySettledItRemoved = "is already settled. It is removed from your list. Other administrators see it as hidden by you. The investor's history and the ledger keep it.";
export const isBeingPaidOutAnd = "is being paid out and can no longer be deleted.";
export const itIsConfirmedAlready = "It is confirmed already.";
export const itNeedsNoConfirmation = "It needs no confirmation.";
export const itNeedsReferenceItsPayment = "It needs the reference of its payment. Complete it in its own window.";
export const localAmount = "Local amount";
export const mPesa = "M-Pesa";
export const marksToAsPaidOut = ({ part, amount, user, state }: { part: ReactNode; amount: ReactNode; user: ReactNode; state: string }) =>
  join(part, "Marks ", amount, " to ", user, " as paid out. ", (state === "yes" ? "Do this only after sending the money. You cannot undo it." : "You cannot undo it."));
export const moreActionsForOftext = ({ ofText }: { ofText: Value }) =>
  `More actions for ${ofText}`;
export const n0Of2 = "0 of 2";
export const n1Of2 = "1 of 2";
export const nameEmailDestinationHashOr = "Name, email, destination, hash or ID";
export const needsTwoAdministrators = "Needs two administrators";
export const network = "Network";
export const noWithdrawalsYetNewWithdrawals = "No withdrawals yet. New withdrawals appear here automatically.";
export const notByYou = "Not by you";
export const notTheInvestorsName = "Not the investor's name";
export const note = "Note";
export const noteOptional = "Note (optional)";
export const ofStatus = ({ amount, user, status }: { amount: ReactNode; user: ReactNode; status: Value }) =>
  join(amount, " of ", user, status);
export const on = ({ currency, network }: { currency: ReactNode; network: ReactNode }) =>
  join(currency, " on ", network);
export const oneAdministratorConfirmsAmountAnd = "One administrator confirms the amount and destination. Another sends the money and completes the withdrawal. It has not been confirmed yet.";
export const otherName = "Other name";
export const payTo = "Pay to";
export const paymentInProgress = "Payment in progress";
export const payoutConfirmedAnotherAdministratorMust = "Payout confirmed. Another administrator must complete it.";
export const pending = "Pending";
export const phoneNumber = "Phone number";
export const pleaseProvideAReason = "Please provide a reason";
export const processed = "Processed";
export const processing = "Processing";
export const reason = "Reason";
export const recentlyHoldSomeoneElseMay = ({ hold }: { hold: Value }) =>
  `Recently ${hold}. Someone else may be using the account. You can reject the withdrawal now, and complete it after this time.`;
export const reject = "Reject";
export const rejectWithdrawal = "Reject withdrawal?";
export const rejectWithdrawal2 = "Reject withdrawal";
export const rejected = "Rejected";
export const rejectedMoneyBackInBalance = "Rejected. The money is back in the balance.";
export const rejectedParticiple = "rejected";
export const rejecting = "Rejecting...";
export const requested = "Requested";
export const returnsToBalanceImmediatelyDo = ({ amount, user }: { amount: ReactNode; user: ReactNode }) =>
  join(amount, " returns to the balance of ", user, " immediately. Do not send the money.");
export const returnsToTheirBalanceImmediately = "returns to their balance immediately and is not paid out. The withdrawal is removed from your list. Other administrators see it as hidden by you. The investor's history shows it as rejected.";
export const review = "Review";
export const sayWhyTheseInvestorsWill = "Say why. These investors will read it.";
export const searchWithdrawals = "Search withdrawals";
export const shownToEveryOneThese = "Shown to every one of these investors";
export const shownToInvestorWithWithdrawal = "Shown to the investor with the withdrawal";
export const status = "Status";
export const theHashOfThePayment = "The hash of the payment";
export const theHoldHasEndedWithdrawal = "The hold has ended. The withdrawal can be completed.";
export const theInvestorFrozeTheAccount = "the investor froze the account";
export const theInvestorsEmailWasChanged = "the investor's email was changed";
export const theInvestorsPasswordWasChanged = "the investor's password was changed";
export const theInvestorsPasswordWasReset = "the investor's password was reset";
export const theInvestorsSecondFactorChanged = "the investor's second factor was changed";
export const theMoneyGoesToOtherpayee = ({ otherPayee, user }: { otherPayee: Value; user: Value }) =>
  `The money goes to ${otherPayee}. The account belongs to ${user}. Ask before you pay.`;
export const thePayeePayeeDecideIt = ({ payee }: { payee: Value }) =>
  `The payee is ${payee}. Decide it in its own window.`;
export const thePayeesNameDiffersFrom = "The payee's name differs from the account's";
export const thePayoutToConfirmed = ({ amount, destination, confirmedAt }: { amount: ReactNode; destination: ReactNode; confirmedAt: ReactNode }) =>
  join("The payout of ", amount, " to ", destination, " was confirmed", confirmedAt, ".");
export const theWithdrawalIsApproved = "The withdrawal is approved.";
export const theWithdrawalIsProcessed = "The withdrawal is processed.";
export const theWithdrawalRejectedAndMoney = "The withdrawal was rejected and the money was returned to the balance.";
export const theWithdrawalWasDeleted = "The withdrawal was deleted.";
export const theWithdrawals = "the withdrawals";
export const thisInvestorAskedForIn = ({ dayAmount }: { dayAmount: ReactNode }) =>
  join("This investor asked for ", dayAmount, " in 24 hours.");
export const transactionHash = "Transaction hash";
export const transactionHashOptional = "Transaction hash (optional)";
export const type = "Type";
export const typeAcceptToPayAccount = "Type \"accept\" to pay an account that belongs to another name";
export const user = "User";
export const whatPaymentByHandCost = "What a payment by hand cost the platform. The investor sees it";
export const withdrawal = "Withdrawal";
export const withdrawal2 = "withdrawal";
export const withdrawalOfUser = ({ user }: { user: Value }) =>
  `withdrawal of ${user}`;
export const withdrawals = "Withdrawals";
export const withoutReferencePayoutWorkerSends = ({ rail }: { rail: Value }) =>
  `Without a reference, the payout worker sends the money over ${rail}. With one, it is recorded as paid by hand.`;
export const youCanSendMoneyNow = "You can send the money now and complete the withdrawal.";
export const youCannotDecideOnYour = "You cannot decide on your own withdrawal. Ask another administrator.";
export const youCannotPayYourOwn = "You cannot pay your own withdrawal. Ask another administrator.";
export const youConfirmEachAmountAnd = "You confirm each amount and destination. Another administrator completes them. No money leaves yet.";
export const youConfirmThatMayPaid = ({ amount, destination }: { amount: ReactNode; destination: ReactNode }) =>
  join("You confirm that ", amount, " may be paid to ", destination, ". Do not send the money yet. Another administrator sends it and completes the withdrawal.");
export const youConfirmedItAnotherAdministrator = "You confirmed it. Another administrator must complete it.";
export const youHaveConfirmedItAlready = "You have confirmed it already.";
