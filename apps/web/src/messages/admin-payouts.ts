// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aChargeBookIt = "A charge: book it";
export const aDeletedAccount = "a deleted account";
export const aDepositCreditIt = "A deposit: credit it";
export const aPaymentInOurBooks = "A payment in our books";
export const aReceiptBelongsToOne = "A receipt belongs to one payment. Treat this call-back as false until the portal shows the payment.";
export const aVersionWithHigherFee = "A version with a higher fee is prepared. It must be signed too.";
export const acceptFeeToSignOr = "Accept the fee to sign, or discard and prepare again when fees are lower.";
export const acceptTheFee = "Accept the fee";
export const accepting = "Accepting...";
export const account = "Account";
export const accountCharges = ({ account }: { account: Value }) =>
  `${account}, charges`;
export const accountNumberOfTheInvestor = "Account number of the investor";
export const accountsWithStatements = "Accounts with statements";
export const ageDaysDaysOld = ({ ageDays }: { ageDays: Value }) =>
  `${ageDays} days old`;
export const amount = "Amount";
export const amountOverRailLookUp = ({ amount, rail, reference }: { amount: Value; rail: Value; reference: ReactNode }) =>
  join("$", amount, " over ", rail, ". Look up ", reference, " in the provider's portal first.");
export const amountWithMinusForMoney = "Amount, with a minus for money out";
export const anotherAdministratorCanApproveIt = "Another administrator can approve it now.";
export const anotherAdministratorCanBookThem = "Another administrator can book them now.";
export const anotherAdministratorMustApproveIt = "Another administrator must approve it.";
export const anotherAdministratorMustBookThem = "Another administrator must book them.";
export const anotherAmount = "Another amount";
export const anotherAttemptFollowed = "Another attempt followed.";
export const anotherFee = "Another fee";
export const approve = "Approve";
export const approved = "Approved";
export const approved2 = "Approved.";
export const approving = "Approving...";
export const asProvidersPortalShowsIt = "As the provider's portal shows it";
export const atTrimfigureCurrencyFor1 = ({ trimFigure, currency, rateAt }: { trimFigure: Value; currency: Value; rateAt: ReactNode }) =>
  join(", at ", trimFigure, " ", currency, " for $1 (", rateAt, ")");
export const balanceAfterTheLine = "Balance after the line";
export const bankCamt053Xml = "Bank, camt.053 (XML)";
export const bankCsvWithAnyColumns = "Bank, CSV with any columns";
export const bankMt940 = "Bank, MT940";
export const banksReference = "Bank's reference";
export const bookCharges = "Book charges";
export const bookedChargesCostPlatformUnder = "Booked charges are a cost of the platform, under platform:fees. No investor pays them.";
export const booking = "Booking...";
export const byPreparedby = ({ preparedBy }: { preparedBy: Value }) =>
  `by ${preparedBy}`;
export const cameBack = "Came back";
export const cancel = "Cancel";
export const cancelled = "Cancelled";
export const change = "Change";
export const charge = "Charge";
export const chargesBookedOrProposed = "Charges booked or proposed";
export const chargesByAccountAndMonth = "Charges by account and month";
export const chargesToBook = "Charges to book";
export const checkInPortalWhetherMoney = "Check in the portal whether the money came back.";
export const checkInProvidersPortalWhether = "Check in the provider's portal whether the money came back, and correct the payment.";
export const checkThatStatementCompleteIf = "Check that the statement is complete. If it is, ask the bank or provider for this payment.";
export const choosePaymentThatLine = "Choose the payment that the line is.";
export const closeEntry = "Close entry";
export const closing = "Closing...";
export const closingBalanceListsumsDay = ({ listSums, day }: { listSums: Value; day: Value }) =>
  `Closing balance: ${listSums}, ${day}.`;
export const coinsCurrencyToAddress = ({ amount, user, coins, currency, address }: { amount: ReactNode; user: ReactNode; coins: Value; currency: Value; address: Value }) =>
  join(amount, " ", user, ": ", coins, " ", currency, " to ", address);
export const columnsOfTheFile = "Columns of the file";
export const compareAmountInBanksOr = "Compare the amount in the bank's or provider's portal. Correct a difference with an adjustment.";
export const compareAmountInProvidersPortalIf = "Compare the amount in the provider's portal. If the payout's result is unknown, decide it in the list of payouts.";
export const compareFeeWithProvidersPrice = "Compare the fee with the provider's price list.";
export const countWaitingOldest = ({ count, amount, oldestAt }: { count: Value; amount: ReactNode; oldestAt: ReactNode }) =>
  join(count, " waiting, ", amount, ", oldest ", oldestAt);
export const currency = "Currency";
export const currencyOfAllLines = "Currency of all lines";
export const date = "Date";
export const decideAnUnknownResult = "Decide an unknown result";
export const decideItOnDepositsPage = "Decide it on the Deposits page.";
export const decideResult = "Decide result";
export const decline = "Decline";
export const depositRails = "Deposit networks";
export const depositsAndPayouts = "Deposits and payouts";
export const depositsOnly = "Deposits only";
export const differences = "Differences";
export const differences2 = ({ state, total }: { state: string; total: Value }) =>
  `Differences${(state === "yes" ? "" : ` (${total})`)}`;
export const discard = "Discard";
export const discarded = "Discarded";
export const discarding = "Discarding...";
export const downNoRoundForFiveMinutes = "Down for more than 5 minutes";
export const download = "Download";
export const downloadedItCanNoLonger = ({ exportedAt }: { exportedAt: ReactNode }) =>
  join("Downloaded ", exportedAt, ". It can no longer be discarded.");
export const error = "Error";
export const errorAt = ({ at, text }: { at: ReactNode; text: Value }) =>
  join(at, ": ", text);
export const explained = "Explained";
export const explainedNothingToBook = "Explained: nothing to book";
export const explanation = "Explanation";
export const failedIn24H = "Failed in 24 h";
export const failedToAcceptTheFee = "Failed to accept the fee";
export const failedToCloseTheEntry = "Failed to close the entry";
export const failedToDecideTheCharges = "Failed to decide the charges";
export const failedToDecideThePayout = "Failed to decide the payout";
export const failedToDiscardTheTransactions = "Failed to discard the transactions";
export const failedToDownloadTheFile = "Failed to download the file";
export const failedToImportTheFile = "Failed to import the file";
export const failedToPrepareTheTransactions = "Failed to prepare the transactions";
export const failedToProposeTheCharges = "Failed to propose the charges";
export const failedToRaiseTheFee = "Failed to raise the fee";
export const failedToReadTheStatement = "Failed to read the statement";
export const failedToResumeTheRail = "Failed to resume the rail";
export const failedToSaveTheDecision = "Failed to save the decision";
export const failedToSetTheRate = "Failed to set the rate";
export const failedToStopTheRail = "Failed to stop the rail";
export const feeFeePaidByPlatform = ({ fee }: { fee: Value }) =>
  `, fee $${fee} paid by the platform`;
export const feeTrimfigureFeecurrency = ({ state, trimFigure, feeCurrency }: { state: string; trimFigure: Value; feeCurrency: Value }) =>
  `Fee ${(state === "yes" ? "" : "up to ")}${trimFigure} ${feeCurrency}.`;
export const fees = "Fees";
export const feesByRailAndMonth = "Fees by rail and month";
export const file = "File";
export const firstLinesOfTheFile = "First lines of the file";
export const for1Source = ({ span, source }: { span: ReactNode; source: Value }) =>
  join(span, " for $1, ", source);
export const forReview = "For review";
export const format = "Format";
export const from = "From";
export const heightOfTip = ({ height, tip }: { height: Value; tip: Value }) =>
  `${height} of ${tip}`;
export const ifItPaidAfterAll = "If it was paid after all, approving the withdrawal again pays it twice. Be sure that the provider will not pay it.";
export const importAStatement = "Import a statement";
export const importSignedFile = "Import signed file";
export const importStatement = "Import statement";
export const importing = "Importing...";
export const inABlock = "In a block";
export const inNoBlockFor30 = "In no block for 30 minutes. A higher fee may help.";
export const inTransactionSeeOnChain = "In a transaction. See On chain for its signature and confirmations.";
export const is = ({ amount, part }: { amount: ReactNode; part: ReactNode }) =>
  join("is ", amount, part);
export const itDidNotPayWithdrawals = "It did not pay. The withdrawals are pending again.";
export const itHasItsConfirmations = "It has its confirmations.";
export const itNotSignedItsPayouts = "It was not signed. Its payouts go into another transaction.";
export const itWasNotPaid = "It was not paid";
export const itWasNotSent = "It was not sent.";
export const itWasPaid = "It was paid";
export const kes = "KES";
export const lastCallback = "Last call-back";
export const lastError = "Last error";
export const lastNewBlock = "Last new block";
export const lastPaid = "Last paid";
export const lastPull = "Last pull of missed payments";
export const lastSuccess = "Last success";
export const lines = "Lines";
export const linesAreNotCompletedAnd = ({ skipped, skipped2 }: { skipped: Value; skipped2: number }) =>
  `${skipped} ${(skipped2 === 1 ? "line is" : "lines are")} left out, because the payment is not completed.`;
export const linesFromToToMoney = ({ span, lines, lines2, from, to, listSums, replaceAll, charges, closing }: { span: Wrap; lines: Value; lines2: number; from: Value; to: Value; listSums: Value; replaceAll: Value; charges: Value; closing: Value }) =>
  join(span(join(lines, " ", (lines2 === 1 ? "line" : "lines"), ", ", from, " to ", to, ".")), " Money in: ", listSums, ". Money out: ", replaceAll, ". Charges: ", charges, ".", closing, " Compare the sums with the file before you import it.");
export const linesLines = ({ lines }: { lines: Value }) =>
  `${lines} lines`;
export const linesLinesReadKnownThem = ({ lines, known }: { lines: Value; known: Value }) =>
  `${lines} lines were read; ${known} of them were known.`;
export const localRates = "Local rates";
export const lookForBothReceiptsIn = "Look for both receipts in the provider's portal. Ask the provider to return the second payment.";
export const lookForSecondPaymentIf = "Look for a second payment. If there is one, ask for it back.";
export const lookForSenderIfItDeposit = "Look for the sender. If it is a deposit, credit it on the Deposits page under the bank's reference; the line then matches. If the money is not ours, send it back and explain it here.";
export const lookForSenderIfItDepositCredit = "Look for the sender. If it is a deposit, credit it here to the investor's account number. If the money is not ours, send it back and explain it here.";
export const lookForWhoPaidIt = "Look for who paid it. If it is a charge, book it. If nobody knows it, stop the rail.";
export const lookItUpInProviders = "Look it up in the provider's portal.";
export const mPesaOrganisationCsv = "M-Pesa organisation (CSV)";
export const matched = "Matched";
export const minOfConfirmationsneededConfirmations = ({ min, confirmationsNeeded }: { min: Value; confirmationsNeeded: Value }) =>
  `${min} of ${confirmationsNeeded} confirmations.`;
export const moneyIn = "Money in";
export const moneyOut = "Money out";
export const month = "Month";
export const n1DayOld = "1 day old";
export const n1Line = "1 line";
export const name = "Name";
export const nameOfTheOtherParty = "Name of the other party";
export const never = "never";
export const lostReportsAreNotFound = "Payments whose report was lost are not found until pulls work again. Reports that arrive are still handled.";
export const newDepositsAreNotSeen = ({ network }: { network: Value }) =>
  `New deposits on ${network} are not seen until it works again. No payment is lost.`;
export const neverPaid = "never";
export const no = "No";
export const noDepositClaimsIt = "No deposit claims it";
export const noEntriesForReview = "No entries for review.";
export const noNetworkIsReadForDeposits = "Deposits are not read from any network. Administrators enter them.";
export const noOpenDifferences = "No open differences.";
export const noPayoutsAreWaiting = "no payouts are waiting";
export const noPayoutsHavePaidYet = "No payouts have been paid yet.";
export const noPayoutsYet = "No payouts yet.";
export const noRailSetUpPayouts = "No rail is set up. Payouts are made by hand.";
export const noRatesYetPayoutsIn = "No rates yet. Payouts in a local currency need one from the last 24 hours.";
export const noReasonWasGiven = "No reason was given.";
export const noStatementsHaveBeenImported = "No statements have been imported.";
export const noTransactionsYet = "No transactions yet.";
export const none = "None";
export const none2 = "none";
export const notAnsweringTryingAgain = "Not answering, trying again";
export const notCreditedYet = "Not credited yet";
export const notGiven = "not given";
export const notInOurBooks = "Not in our books";
export const notInTheStatement = "Not in the statement";
export const notPaid = "Not paid";
export const notReadYet = "Not read yet";
export const nothingMoreSentOverThis = "Nothing more is sent over this rail until it is resumed. Payments that were sent go on to their end. Approved payouts wait.";
export const ofLabel = ({ dailyLimit }: { dailyLimit: ReactNode }) =>
  join("of ", dailyLimit);
export const oldest = ({ count, oldestAt }: { count: ReactNode; oldestAt: ReactNode }) =>
  join(count, ", oldest ", oldestAt);
export const onChain = "On chain";
export const openWithdrawal = "Open withdrawal";
export const paid = "Paid";
export const paidFromPayer = ({ payer }: { payer: Value }) =>
  `Paid from ${payer}`;
export const paidOut = "Paid out";
export const payment = "Payment";
export const payouts = "Payouts";
export const payoutsAdmin = "Payouts · Admin";
export const payoutsInFlightAndLatest = "Payouts in flight and latest";
export const payoutsManualAdministratorsPayBy = "PAYOUTS is manual: administrators pay by hand and enter the reference.";
export const payoutsOnly = "Payouts only";
export const payoutsOverLabelSentAgain = ({ label }: { label: Value }) =>
  `Payouts over ${label} are sent again.`;
export const payoutsOverRailAreStopped = ({ rail }: { rail: Value }) =>
  `Payouts over ${rail} are stopped.`;
export const pleaseChooseAFile = "Please choose a file";
export const prepareTransactions = "Prepare transactions";
export const prepareTransactionsOnLabel = ({ label }: { label: Value }) =>
  `Prepare transactions on ${label}`;
export const preparedPreparedby = ({ label, payments, payments2, amount, state, preparedAt, preparedBy }: { label: ReactNode; payments: number; payments2: Value; amount: ReactNode; state: string; preparedAt: ReactNode; preparedBy: Value }) =>
  join(label, ": ", (payments === 1 ? "1 payout" : join(payments2, " payouts")), ", ", amount, (state === "yes" ? ", with a higher fee" : ""), ", prepared ", preparedAt, preparedBy);
export const preparing = "Preparing...";
export const preview = "Preview";
export const previewStatement = "Preview statement";
export const propose = "Propose";
export const proposeBooking = "Propose booking";
export const rail = "Rail";
export const railAttemptAttemptRecipientnameFee2 = ({ rail, attempt, currency, trimFigure, currency2, trimFigure2, recipientName, fee }: { rail: Value; attempt: Value; currency: string; trimFigure: Value; currency2: Value; trimFigure2: Value; recipientName: Value; fee: Value }) =>
  `${rail}, attempt ${attempt}${(currency === "USD" ? "" : `: ${trimFigure} ${currency2} at ${trimFigure2} ${currency2} for $1`)}${recipientName}${fee}`;
export const rails = "Rails";
export const raiseTheFee = "Raise the fee";
export const readUpToBlock = "Read up to block";
export const reading = "Reading...";
export const readingDeposits = "Working";
export const reason = "Reason";
export const reasonAmountReturnedToInvestors = ({ reason }: { reason: Value }) =>
  `${reason} The amount was returned to the investor's balance.`;
export const receipt = "Receipt";
export const receiptReceipt = ({ receipt }: { receipt: Value }) =>
  `Receipt ${receipt}.`;
export const reference = "Reference";
export const referenceReference = ({ reference }: { reference: Value }) =>
  `Reference ${reference}`;
export const repeated = "Repeated";
export const result = "Result";
export const resultUnknown = "Result unknown";
export const resumeRail = "Resume rail";
export const resuming = "Resuming...";
export const saveResult = "Save result";
export const savedInAuditLogAnd = "Saved in the audit log and shown to other administrators";
export const saving = "Saving...";
export const sending = "Sending";
export const sent = "Sent";
export const sentIn24H = "Sent in 24 h";
export const setRate = "Set rate";
export const severalPaymentsFit = "Several payments fit";
export const shows = "Shows";
export const signItUnderToSign = "Sign it under To sign. A fee above the limit must be accepted there first.";
export const signed = "Signed";
export const signedByTheSignerService = "Signed by the signer service";
export const someoneMayHavePaidIt = "Someone may have paid it by hand. Complete the withdrawal with this receipt, or reject the claim.";
export const source = "Source";
export const statements = "Statements";
export const stopRail = ({ rail }: { rail: Value }) =>
  `Stop ${rail}?`;
export const stopRail2 = "Stop rail";
export const stopped = "Stopped";
export const stoppedByFirstnameLastnameReason = ({ firstName, lastName, at, reason }: { firstName: Value; lastName: Value; at: ReactNode; reason: Value }) =>
  join("Stopped by ", firstName, " ", lastName, " ", at, ": ", reason);
export const stopping = "Stopping...";
export const success = "Success";
export const takeBack = "Take back";
export const text = "Text";
export const theCallBackNamesAnother = "The call-back names another payment. Treat it as false until the portal shows it.";
export const theChargesAreBooked = "The charges are booked.";
export const theChargesWereNotBooked = "The charges were not booked.";
export const theDecisionWasTakenBack = "The decision was taken back.";
export const theDifferencesOldestAreListed = ({ differences }: { differences: Value }) =>
  `The ${differences} oldest are listed.`;
export const theEntryWasClosed = "The entry was closed.";
export const theFeeAcceptedTransactionsCan = "The fee is accepted. The transactions can be signed now.";
export const theFileHasNoBalances = "The file has no balance after each line. Wazi cannot notice a missing line, so compare the number of lines.";
export const theLastLineHasNoLine = "The last line has no line end, so the file may be cut. Compare the last line with the portal.";
export const theMoneyMayHavePaid = "The money may have been paid twice. Stop the rail and look for a second payment of the withdrawal.";
export const theNameOurAccountSame = "The name of our account, the same for all of its statements.";
export const theNodeSaysRefusal = ({ refusal }: { refusal: Value }) =>
  `The node says: ${refusal}`;
export const thePayouts = "the payouts";
export const thePayoutsOnChains = "the payouts on chains";
export const theProviderDoesNotKnow = "The provider does not know this payment. Look up the reference in its portal, then decide.";
export const theProviderHasItWazi = "The provider has it. Wazi asks for the result.";
export const theRateCurrencySet = ({ currency }: { currency: Value }) =>
  `The rate of ${currency} was set.`;
export const theResultKnownNowIt = "The result is known now. It cannot be decided any more.";
export const theSignedTransactionsSentNow = "The signed transactions are sent now.";
export const theStatementShows = "The statement shows";
export const theStatements = "the statements";
export const theTransactionsDiscardedPrepareTheir = "The transactions are discarded. Prepare their payouts again in about a minute.";
export const theTransactionsPreparedDownloadThem = "The transactions are prepared. Download them to sign them.";
export const theWithdrawalIsCompleted = "The withdrawal is completed.";
export const theWithdrawalIsPendingAgain = "The withdrawal is pending again.";
export const theWithdrawalWentBackTo = "The withdrawal went back to pending: approve it again, pay it by hand, or reject it.";
export const thereNoRateCurrencyEnter = ({ currency }: { currency: Value }) =>
  `. There is no rate of ${currency}. Enter one under Local rates first.`;
export const to = "To";
export const toRecipientname = ({ recipientName }: { recipientName: Value }) =>
  `, to ${recipientName}`;
export const toSign = "To sign";
export const transactionsOnChains = "Transactions on chains";
export const unitsFor1 = "Units for $1";
export const unknown = "Unknown";
export const versionsVersions = ({ versions }: { versions: Value }) =>
  `${versions} versions.`;
export const waitsForABlock = "Waits for a block.";
export const waitsForEndHoldOn = "Waits for the end of the hold on the investor's withdrawals.";
export const waitsForTransactionPrepareOne = "Waits for a transaction. Prepare one under On chain.";
export const waitsRailHasReachedIts = "Waits: the rail has reached its limit of 24 hours. It is sent when there is room again.";
export const waitsRailStoppedResumeIt = "Waits: the rail is stopped. Resume it to send this payout.";
export const waziDidNotSendThis = "Wazi did not send this payment. Check who can pay from this account.";
export const waziKeepsAskingDoNot = "Wazi keeps asking. Do not pay again. If it takes long, look up the reference in the provider's portal, then decide.";
export const whatItIs = "What it is";
export const whatPortalShowsSavedIn = "What the portal shows. Saved in the audit log";
export const whatTheseChargesAre = "What these charges are";
export const whatWasDecided = "What was decided";
export const willBeSentNow = "Will be sent now.";
export const willSentNowUnlessRail = "Will be sent now, unless the rail is stopped.";
export const withoutFeeNotKnownYet = ({ withoutFee }: { withoutFee: Value }) =>
  `${withoutFee} not known yet`;
export const yes = "Yes";
export const youNeedMoneyAccessTo = "You need money access to import statements and to decide differences.";
