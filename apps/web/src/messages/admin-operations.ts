// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const aTraderIsRunning = "A trader is running";
export const action = "Action";
export const allEntriesLastComparedAgeAgo = ({ age }: { age: Value }) =>
  `All entries were last compared ${age} ago. Run npm run reconcile on the server every night.`;
export const allEntriesLastComparedTime = ({ time }: { time: Value }) =>
  `All entries last compared ${time}.`;
export const allEntriesNeverCompared = "No comparison of all entries yet. Run npm run reconcile on the server.";
export const allSystemsNormal = "All systems normal";
export const alreadyPaused = "Already paused";
export const alsoPaused = "Also paused:";
export const apiResponses = "API responses";
export const arePaused = "are paused";
export const attemptsAttempts = ({ attempts }: { attempts: Value }) =>
  `${attempts} attempts`;
export const barOutOfOrder = "Bar out of order";
export const bot = "Bot";
export const botIsTrading = "bot is trading";
export const botWordsPausedwordsBookwordsPricewordsNo = ({ botWords, pausedWords, bookWords, priceWords }: { botWords: Value; pausedWords: Value; bookWords: Value; priceWords: Value }) =>
  `${botWords}${pausedWords}.${bookWords}${priceWords} No requests are overdue.`;
export const bots = "Bots";
export const botsAreTrading = "bots are trading";
export const cannotBePaused = "Cannot be paused";
export const cannotReachTheServer = "Cannot reach the server";
export const changeEMailAddressRequested = "Change of e-mail address requested";
export const checkNow = "Check now";
export const checking = "Checking...";
export const checksAtCheckedatAllFigures = ({ checks, checkedAt }: { checks: Value; checkedAt: Value }) =>
  `${checks} at ${checkedAt}. All figures match the ledger.`;
export const checksAtCheckedatNoDifferences = ({ checks, checkedAt }: { checks: Value; checkedAt: Value }) =>
  `${checks} at ${checkedAt}. No differences.`;
export const commodities = "Commodities";
export const countTimesFirst = ({ count, firstAt }: { count: Value; firstAt: ReactNode }) =>
  join("(", count, " times, first ", firstAt, ")");
export const crypto = "Crypto";
export const dataIssues = "Data issues";
export const dataIssuesLatestFirst = "Data issues, latest first";
export const depositPaymentsToReview = "Deposit payments to review";
export const depositsToApprove = "Deposits to approve";
export const differencesAtCheckedat = ({ differences, checkedAt }: { differences: Value; checkedAt: Value }) =>
  `${differences} at ${checkedAt}`;
export const differencesMoreAreNotListed = ({ differences }: { differences: Value }) =>
  `${differences} more are not listed.`;
export const documentsToReview = "Documents to review";
export const duplicateBar = "Duplicate bar";
export const eMailAddressChanged = "E-mail address changed";
export const earlierChecks = "Earlier checks";
export const entriesHeldBackByLimit = "Entries held back by a limit";
export const entriesThatLimitRefusedOr = "Entries that a limit refused or reduced, latest first";
export const error = "Error";
export const everyMailLast90Days = "Every mail of the last 90 days was delivered or is on its way.";
export const exitsWaitingForAPrice = "Exits waiting for a price";
export const expired = "Expired";
export const failedCheck = ({ check }: { check: Value }) =>
  `Failed: ${check}`;
export const failedCountMailsCouldNotDelivered = ({ failedCount }: { failedCount: Value }) =>
  `${failedCount} mails could not be delivered`;
export const failedToCheckTheBooks = "Failed to check the books";
export const failedToPauseTheBot = "Failed to pause the bot";
export const failedToResumeTheBot = "Failed to resume the bot";
export const failedToSendMailAgain = "Failed to send the mail again";
export const faultNeedsAttention = "fault needs attention";
export const faultsNeedAttention = "faults need attention";
export const forex = "Forex";
export const halted = "Halted";
export const heldBy = "Held by";
export const implausiblePriceJump = "Implausible price jump";
export const indices = "Indices";
export const invalidPrice = "Invalid price";
export const investorKeeps = "investor keeps";
export const investors = "Investors";
export const investorsAmountInItAnd = ({ investors, amount }: { investors: Value; amount: Value }) =>
  `${investors} $${amount} in it and can leave at any time.`;
export const investorsCanAddMoneyAgain = "Investors can add money again.";
export const investorsCannotAddMoneyUntil = "Investors cannot add money until it is resumed.";
export const investorsKeep = "investors keep";
export const isBeingWoundUp = "is being wound up";
export const isHalted = "is halted";
export const isPaused = "is paused";
export const itAlsoBeingWoundUp = "It is also being wound up";
export const itCannotPausedNothingChanged = "It cannot be paused. Nothing was changed.";
export const itHasAlreadyResumedAudit = "It has already been resumed. The audit log shows who resumed it.";
export const itHasNoInvestors = "It has no investors.";
export const itHasNoOpenTrade = "It has no open trade.";
export const itIsAlsoHalted = "It is also halted";
export const itMayOpenTradeImmediately = "It may open a trade immediately.";
export const itOpensNoNewTrades = "It opens no new trades.";
export const itTradesAgainWithAmount = ({ amount, investors }: { amount: Value; investors: Value }) =>
  `It trades again with $${amount} from ${investors}.`;
export const itTriedAgainFromBeginning = "It is tried again from the beginning.";
export const itsLinkHasEndedPerson = "Its link has ended. The person can ask for a new one.";
export const itsOpenTradeInSymbol = ({ symbol }: { symbol: Value }) =>
  `Its open trade in ${symbol} continues until its exit, stop or target.`;
export const last15Minutes = "Last 15 minutes";
export const last24Hours = "Last 24 hours";
export const lastCandle = "Last candle";
export const lastTrade = ({ lastTradeAt }: { lastTradeAt: ReactNode }) =>
  join("· last trade ", lastTradeAt);
export const lastTrade2 = "Last trade";
export const lateBar = "Late bar";
export const ledgerStored = ({ expected, actual }: { expected: ReactNode; actual: ReactNode }) =>
  join("Ledger: ", expected, ", stored: ", actual, ".");
export const linkToConfirmEMail = "Link to confirm the e-mail address";
export const linkToConfirmNewE = "Link to confirm a new e-mail address";
export const linkToResetThePassword = "Link to reset the password";
export const mail = "Mail";
export const mailQueued = "Mail Queued";
export const mailsGoToTransport = ({ transport }: { transport: Value }) =>
  `Mails go to: ${transport}`;
export const mailsThatCouldNotDelivered = "Mails that could not be delivered, latest first";
export const missingBars = "Missing bars";
export const mpesaPaymentsWithoutAnAccount = "M-Pesa payments without an account";
export const n1Attempt = "1 attempt";
export const n1MailCouldNotDelivered = "1 mail could not be delivered";
export const nameCountOldestForWaited = ({ name, count, waited }: { name: Value; count: Value; waited: Value }) =>
  `${name}: ${count}, the oldest for ${waited}.`;
export const nameIsPaused = ({ name }: { name: Value }) =>
  `${name} is paused.`;
export const nameIsResumed = ({ name }: { name: Value }) =>
  `${name} is resumed.`;
export const navNav = ({ nav }: { nav: Value }) =>
  `NAV ${nav}`;
export const noBots = "No bots.";
export const noData = "No data";
export const noDataIssues = "No data issues.";
export const noDifference = "No difference";
export const noDifferencesInSentence = "no differences";
export const noLongerPaused = "No longer paused";
export const noLongerTrading = "No longer trading";
export const noOpenTrade = "No open trade";
export const noPricesReceivedYet = "No prices received yet.";
export const noQueues = "No queues.";
export const noTrader = "No trader";
export const noTraderHasStartedYet = "No trader has started yet. No bots are trading.";
export const noTraderHasStartedYet2 = "No trader has started yet.";
export const noTraderIsRunning = "No trader is running";
export const noTraderRunningItsLease = ({ since }: { since: Value }) =>
  `No trader is running. Its lease expired ${since} ago. No bots are trading.`;
export const noWinsOrLosses = "no wins or losses";
export const none = "none";
export const noneInLast7Days = "None in the last 7 days.";
export const nonePending = "none pending";
export const noneYet = "none yet";
export const notCheckedYetFirstCheck = "Not checked yet. The first check runs after start-up.";
export const notSent = "Not Sent";
export const ofAnswers = ({ serverErrors, answers }: { serverErrors: ReactNode; answers: Value }) =>
  join(serverErrors, " of ", answers);
export const ofInvestorsClosedtrades = ({ money, investors, closedTrades, part }: { money: ReactNode; investors: Value; closedTrades: Value; part: ReactNode }) =>
  join(money, " of ", investors, " · ", closedTrades, part);
export const ofTheBooks = "of the books";
export const oldest = "Oldest";
export const oldest2 = ({ oldestAt }: { oldestAt: ReactNode }) =>
  join("oldest ", oldestAt);
export const oldestOldestsymbol = ({ oldestSymbol }: { oldestSymbol: Value }) =>
  `Oldest: ${oldestSymbol}`;
export const onlyProcessThatHoldsLease = "Only the process that holds the lease trades. If it stops renewing the lease, another process takes over.";
export const openTrade = "Open trade";
export const operations = "Operations";
export const operationsAdmin = "Operations · Admin";
export const ordersSentToTheExchange = "Orders sent to the exchange";
export const pause = "Pause";
export const pauseBot = "Pause bot";
export const pauseName = ({ name }: { name: Value }) =>
  `Pause ${name}?`;
export const paused = "Paused";
export const pausedByBy = ({ by }: { by: Value }) =>
  `Paused by ${by}`;
export const pausing = "Pausing...";
export const payoutReportsToReview = "Payout reports to review";
export const payoutsWithUnknownResult = "Payouts with an unknown result";
export const priceFeeds = "Price feeds";
export const queue = "Queue";
export const queueIsOverdue = "queue is overdue";
export const queues = "Queues";
export const queuesAreOverdue = "queues are overdue";
export const reason = "Reason";
export const reconciliation = "Reconciliation";
export const record = "Record";
export const reducedFromAskedToAllowed = ({ asked, allowed, limit }: { asked: Value; allowed: Value; limit: Value }) =>
  `Reduced from ${asked} to ${allowed} of the bot's money by ${limit}.`;
export const refusedAskedBotsMoneyWould = ({ asked, limit }: { asked: Value; limit: Value }) =>
  `Refused: ${asked} of the bot's money would exceed ${limit}.`;
export const refusedLossDayHadReached = "Refused: the loss of the day had reached its limit.";
export const resume = "Resume";
export const resumeBot = "Resume bot";
export const resumeName = ({ name }: { name: Value }) =>
  `Resume ${name}?`;
export const resuming = "Resuming...";
export const savedInAuditLogAnd = "Saved in the audit log and shown to other administrators";
export const securityChange = "Security change";
export const sendAgain = "Send again";
export const sending = "Sending...";
export const serverClockMovedBack = "Server clock moved back";
export const serverError = "server error";
export const serverErrorsInAnswersInLast = ({ serverErrors, answers }: { serverErrors: Value; answers: Value }) =>
  `${serverErrors} in ${answers} in the last 15 minutes.`;
export const signInFromNewBrowser = "Sign-in from a new browser";
export const sinceTimeResult = ({ time, result }: { time: Value; result: Value }) =>
  `Since ${time}: ${result}.`;
export const state = "State";
export const statementDifferences = "Statement differences";
export const stocks = "Stocks";
export const stopped = "Stopped";
export const success = "Success";
export const theBooksDifferFromLedger = ({ differences }: { differences: Value }) =>
  `The books differ from the ledger: ${differences}.`;
export const theBooksHaveNotChecked = "The books have not been checked yet.";
export const theBooksLastCheckedAge = ({ age }: { age: Value }) =>
  `The books were last checked ${age} ago. They should be checked every hour.`;
export const theBooksMatchTheLedger = "The books match the ledger.";
export const theBooksMatchedLedgerCheckedat = ({ checkedAt }: { checkedAt: Value }) =>
  `The books matched the ledger ${checkedAt} ago.`;
export const theDataBelowFromAt = ({ at }: { at: Value }) =>
  `The data below is from ${at} and may be out of date. This page retries every 5 seconds.`;
export const theFeedPricesHaveStopped = ({ feed, newestPriceAt }: { feed: Value; newestPriceAt: Value }) =>
  `The ${feed} prices have stopped. The latest is ${newestPriceAt} old.`;
export const theLastComparisonOfAllFound = ({ differences }: { differences: Value }) =>
  `The last comparison of all entries found ${differences}. Run npm run reconcile on the server to list them.`;
export const theLatestPriceNewestOld = ({ newest }: { newest: Value }) =>
  `The latest price is ${newest} old.`;
export const theLimitOfItsMarket = "the limit of its market";
export const theOperations = "the operations";
export const theServersClockSetBack = ({ until, command }: { until: Value; command: Value }) =>
  `The server's clock was set back. No bots trade until ${until}. ${command}`;
export const toRecipient = ({ recipient }: { recipient: Value }) =>
  `to ${recipient}`;
export const toTradeNowRunNpm = "To trade now, run npm run wazi -- accept-clock.";
export const token = "Token";
export const trader = "Trader";
export const trading = "Trading";
export const unsentEmails = "Unsent emails";
export const waiting = "Waiting";
export const whatSoItStillOpens = ({ what }: { what: Value }) =>
  `${what}, so it still opens no trades and accepts no new money.`;
export const whoAtAtReason = ({ who, at, reason }: { who: Value; at: Value; reason: Value }) =>
  `${who} at ${at}: ${reason}`;
export const winRatePctPercentWon = ({ winRatePct }: { winRatePct: Value }) =>
  `${winRatePct}% won`;
export const windingUp = "Winding up";
export const withdrawalsToPayOut = "Withdrawals to pay out";
