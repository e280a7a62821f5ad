// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBotsWholeRecord = "A bot's whole record";
export const aLogThatOnlyGrows = "A log that only grows";
export const aSignatureShowsWhoHas = "A signature shows who has the key, not whose the money is. A statement is as its owner gave it. Money borrowed for a day would count.";
export const aWitnessHasAnotherKey = "A witness has another key";
export const aWitnessHasSignedLog = "A witness has signed the log";
export const aWitnessProgramSomebodyElse = "A witness is a program of somebody else that confirms that everybody sees the same log. Without one, compare the total with other investors.";
export const aWitnessProgramThatSomebody = "A witness is a program that somebody else runs. It signs our log only if it continues what the witness signed before. Then we cannot show different logs to different people.";
export const aWitnessThatWorksTogether = "A witness that works together with us proves nothing. Choose whom you trust, or run your own.";
export const anAdministratorActedOnYour = ({ action }: { action: Value }) =>
  `An administrator acted on your account (${action}).`;
export const anAdministratorActivatedYourAccount = "An administrator activated your account.";
export const anAdministratorAdjustedYourBalance = "An administrator adjusted your balance.";
export const anAdministratorApprovedAdjustmentYour = "An administrator approved an adjustment of your account.";
export const anAdministratorAskedForAdjustment = "An administrator asked for an adjustment of your account.";
export const anAdministratorConfirmedAWithdrawal = "An administrator confirmed a withdrawal.";
export const anAdministratorCreditedLateDeposit = "An administrator credited a late deposit.";
export const anAdministratorCreditedPaymentYours = "An administrator credited a payment of yours.";
export const anAdministratorDeactivatedYourAccount = "An administrator deactivated your account.";
export const anAdministratorDecidedNotTo = "An administrator decided not to credit a payment.";
export const anAdministratorDecidedOnDeposit = "An administrator decided on a deposit.";
export const anAdministratorDecidedOnWithdrawal = "An administrator decided on a withdrawal.";
export const anAdministratorEndedFreezeYour = "An administrator ended the freeze of your account.";
export const anAdministratorEndedOneYour = "An administrator ended one of your sessions.";
export const anAdministratorExportedListDeposits = "An administrator exported a list of deposits that has yours.";
export const anAdministratorExportedListIdentity = "An administrator exported a list of identity checks that has yours.";
export const anAdministratorExportedListInvestors = "An administrator exported a list of investors that has your details.";
export const anAdministratorExportedListWithdrawals = "An administrator exported a list of withdrawals that has yours.";
export const anAdministratorLetPausedBot = "An administrator let a paused bot of yours trade again.";
export const anAdministratorOpenedYourDetails = "An administrator opened your details.";
export const anAdministratorOpenedYourIdentity = "An administrator opened your identity documents.";
export const anAdministratorOpenedYourMovements = "An administrator opened your movements.";
export const anAdministratorPausedBotThat = "An administrator paused a bot that has or had money of yours.";
export const anAdministratorReleasedHeldWithdrawal = "An administrator released a held withdrawal.";
export const anAdministratorReviewedYourIdentity = "An administrator reviewed your identity documents.";
export const anAdministratorSetStatusYour = "An administrator set the status of your identity check.";
export const anAdministratorSignedYouOut = "An administrator signed you out everywhere.";
export const available = "Available";
export const bank = "Bank";
export const broker = "Broker";
export const checkMyBalance = "Check my balance";
export const checkOnThisDevice = "Check on this device";
export const compareTheseFiguresWithYour = ({ link }: { link: Wrap }) =>
  join("Compare these figures with your ", link("statement"), ". Then let this device check them. The check needs no trust in our server.");
export const couldNotReadTheLog = "Could not read the log";
export const coverage = "Coverage";
export const coversWhatIsOwed = "Covers what is owed";
export const downloadAndVerifyTheReserves = "Download and verify the reserves";
export const eachBotsPageHasFile = "Each bot's page has a file to download with every trade and its place in the log. The checker computes each figure again, finds a missing trade, and shows that the rules were registered before the first trade.";
export const empty = "Empty.";
export const everyClosedTradeEveryOpening = "Every closed trade, every opening, every change of fees and terms, every registered strategy, every act of an administrator and each day's total goes into one public log. The log is signed. We cannot change or remove an entry later without everybody seeing it.";
export const heldAsListedBelow = "Held, as listed below";
export const heldForWithdrawals = "Held for withdrawals";
export const howTheProofsWork = "How the proofs work";
export const inBotsIfYouLeft = "In bots, if you left at that moment";
export const itAlsoChecksPdfStatement = ({ link }: { link: Wrap }) =>
  join("It also checks the PDF of a ", link("statement"), ". The file's hash must be in the log, with the code that is printed on each page.");
export const itDoesNotProveThat = "It does not prove that we have the money. The status page shows what is held beside what is owed.";
export const itDoesNotShowThat = ({ link }: { link: Wrap }) =>
  join("It does not show that we have the money. Money borrowed for a day would not be seen either. The ", link("status page"), " shows what is held beside what is owed, also when it is less.");
export const itSaysSoItselfOn = ({ at, reason }: { at: Value; reason: Value }) =>
  `It says so itself, on ${at}: ${reason} This device saw the key before. Check with somebody else that the new key is right.`;
export const itShowsThatNothingChanged = "It shows that nothing was changed after it was logged. It does not show that what was logged was true.";
export const itShowsWhichReleaseWe = "It shows which release we say that we run, and since when. It does not show that the server runs it.";
export const mPesa = "M-Pesa";
export const nameOnAt = ({ name, at }: { name: Value; at: Value }) =>
  `${name} on ${at}`;
export const networkBlockNumberSignedWith = ({ network, number, signedOn }: { network: Value; number: Value; signedOn: Value }) =>
  `${network}, block ${number}. Signed with its key on ${signedOn}.`;
export const noAdministratorHasDoneAnything = "No administrator has done anything about your account.";
export const noDayIsPublishedYet = "No day is published yet.";
export const noWitnessHasSignedThis = "No witness has signed this log";
export const nothingIsOwed = "Nothing is owed";
export const onceDayWeAlsoPublish = "Once a day we also publish what we hold: balances of addresses at a block, each with a message signed by its key, and closing balances of statements from banks, M-Pesa and the broker.";
export const onceDayWePublishTotal = ({ link }: { link: Wrap }) =>
  join("Once a day we publish the total that we owe to all investors. With ", link("Check my balance"), " your own device follows your balance into that total, step by step. It works on a phone.");
export const onceDayWePublishTotalThat = "Once a day we publish the total that we owe to all investors. Check here that your balance is in it.";
export const owedToInvestorsOnDay = ({ day }: { day: Value }) =>
  `Owed to investors on ${day}`;
export const paperMoneyThisDemoNo = ({ tag }: { tag: Wrap }) =>
  join(tag("Paper money"), " This is a demo. No real money is owed, so none needs to be held.");
export const pricesComeFromFeedThat = "Prices come from the feed that the record names. Simulated prices stay simulated.";
export const proofs = "Proofs";
export const saveProofAsFile = "Save the proof as a file";
export const shortByBigint = ({ bigInt }: { bigInt: Value }) =>
  `Short by $${bigInt}`;
export const statementOfAsofAsImported = ({ asOf }: { asOf: Value }) =>
  `Statement of ${asOf}, as imported.`;
export const theCheckFailed = "The check failed";
export const theCheckStepByStep = "The check, step by step";
export const theChecker = "The checker";
export const theCheckerOnAnotherComputer = "The checker on another computer can read it. Keep it private: it shows your balance.";
export const theCheckerSmallProgramApart = "The checker is a small program, apart from our server, that anybody can read and run. A second one, in another language, gives the same answers in our tests.";
export const theList = "the list";
export const theLogBegunAnewWith = "The log was begun anew with another key";
export const theLogHasAnotherKey = "The log has another key";
export const theLogHasNoPersonal = "The log has no personal data. Acts of administrators are in it as hashes. An opening is a hash too, until its trade closes, so nobody can trade against its stop.";
export const theLogHasSameKey = "The log has the same key as before";
export const theLogsKeyIsSaved = "The log's key is saved";
export const theMoreInvestorsCheckSurer = "The more investors check, the surer it is that no balance is left out.";
export const thePublicKey = "The public key";
export const theReleaseThatRuns = "The release that runs";
export const theServerDidNotRespond = "The server did not respond.";
export const theServerDidNotRespondNothing = "The server did not respond. Nothing was checked. Try again in a minute.";
export const theSignedCheckpoint = "The signed checkpoint";
export const theTotalDayEntryIndex = ({ day, index, size }: { day: Value; index: Value; size: Value }) =>
  `The total of ${day} is entry ${index} of ${size}. Everybody gets the same total. The log is signed, and removing or changing an entry would change its signature.`;
export const theTotalInPublishedLog = "The total is in the published log";
export const thisDeviceCheckedEachSignature = ({ list }: { list: Value }) =>
  `This device checked each signature: ${list}. Whether to trust a witness is your choice.`;
export const thisDeviceComparedItWith = "This device compared it with the key that it saved the first time.";
export const thisDeviceComparesItFrom = "This device compares it from now on.";
export const thisDeviceHasSeenLog = "This device has seen a log with another key here. Ask for an explanation.";
export const thisDeviceHasSeenName = ({ name }: { name: Value }) =>
  `This device has seen ${name} with another key here. Ask for an explanation.`;
export const thisStepFailedErrorSave = ({ error }: { error: Value }) =>
  `This step failed: ${error}. Save this page and ask for an explanation.`;
export const total = "Total";
export const weCannotPublishLowerTotal = "We cannot publish a lower total without leaving somebody's balance out. The person left out sees that this check fails.";
export const whatAdministratorsDidAboutYour = "What administrators did about your account";
export const whatIsHeldBesideIt = "What is held beside it";
export const whatItDoesNotProve = "What it does not prove:";
export const whatThisProves = "What this proves";
export const whenAnotherReleaseIsStarted = "Each time a different release starts, the log records its version and the SHA-256 of its manifest, a list of all its files. Anyone who has the release can compare its files with the log.";
export const witnesses = "Witnesses";
export const witnessesHaveSignedTheLog = "Witnesses have signed the log";
export const youDoNotHaveTo = "You do not have to believe our database. Here is what you can check yourself, and what no check of ours can show.";
export const youHadNoMoneyHere = "You had no money here at that time, so there is nothing to follow.";
export const yourBalanceInTheTotal = "Your balance in the total";
export const yourBalanceInTotal = "Your balance is in the total";
export const yourBalanceOnTakenat = ({ takenAt }: { takenAt: Value }) =>
  `Your balance on ${takenAt}`;
export const yourBalanceStoredInParts = ({ parts, sums, total }: { parts: Value; sums: Value; total: Value }) =>
  `Your balance is stored in parts of ${parts}, so that nobody else can recognise it. This device followed them through ${sums} sums to $${total}, the total of all investors.`;
export const yourProof = "your proof";
