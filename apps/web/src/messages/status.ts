// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aFullGreenBarDay = "A full green bar is a day without downtime. Red shows the part of the day that was down. Dashed bars were not measured.";
export const aMinuteCountsAsUp = "A minute counts as up when the platform recorded it in that minute. A restart that takes less than a minute is not visible.";
export const accountsDeactivated = "Accounts deactivated";
export const adjustedBalances = "Adjusted balances";
export const adjustedByAdministratorsInFormat = ({ format }: { format: Value }) =>
  `Adjusted by administrators in ${format}`;
export const allEntriesLastCheckedAt = ({ time }: { time: Value }) =>
  `All entries last checked ${time}`;
export const answers = "Answers";
export const availableFromFrom = ({ from }: { from: Value }) =>
  `Available from ${from}`;
export const badDataInLast24 = "Bad data in the last 24 hours";
export const barsOutOfOrder = "Bars out of order";
export const bots = "Bots";
export const botsDoNotOpenTrades = "Bots do not open trades on bad data.";
export const botsPaused = "Bots paused";
export const botsThatMoveTogether = "Bots that move together";
export const byPersonLatestCases50 = ({ cases, half, most }: { cases: Value; half: Value; most: Value }) =>
  `by a person: of the latest ${cases}, 50% within ${half} and 90% within ${most}; no time promised`;
export const byPersonNoTimePromised = "by a person; no time promised";
export const changesOfFees = "Changes of fees";
export const changesOfSettings = "Changes of settings";
export const checksChecksAcrossEveryAccount = ({ checks }: { checks: Value }) =>
  `${checks} checks across every account, position and pool`;
export const checksChecksOfNewEntries = ({ checks }: { checks: Value }) =>
  `${checks} checks of new entries and of all totals`;
export const correlation = "Correlation";
export const correlationDailyChangesBotsUnit = "Correlation of the daily changes of the bots’ unit prices, from their own closed trades. 1 means that two bots gain and lose together, 0 that they are independent.";
export const couldNotLoadTheCorrelations = "Could not load the correlations.";
export const couldNotLoadTheStatus = "Could not load the status";
export const countBotNeedsClosedTrades = ({ count }: { count: Value }) =>
  `${count}. A bot needs closed trades on the same kind of prices.`;
export const countDifferences = ({ count }: { count: number }) =>
  `${(count === 1 ? `${count.toLocaleString("en")} difference` : `${count.toLocaleString("en")} differences`)}`;
export const countEntries = ({ count }: { count: number }) =>
  `${(count === 1 ? `${count.toLocaleString("en")} entry` : `${count.toLocaleString("en")} entries`)}`;
export const countReplayedPricesDifferentYears = ({ count }: { count: Value }) =>
  `${count}. Replayed prices are of different years, so days cannot be compared.`;
export const countSymbols = ({ count }: { count: number }) =>
  `${(count === 1 ? `${count.toLocaleString("en")} symbol` : `${count.toLocaleString("en")} symbols`)}`;
export const countTwoBotsNeedMindays = ({ count, minDays, min }: { count: Value; minDays: Value; min: Value }) =>
  `${count}. Two bots need ${minDays} common days with a record. The most so far: ${min}.`;
export const coversWhatIsOwed = "Covers what is owed";
export const days = "Days";
export const depositsUntilCredited = "Deposits, until credited";
export const duplicateBars = "Duplicate bars";
export const endedFeedStartedatToEndedat = ({ startedAt, endedAt }: { startedAt: Value; endedAt: Value }) =>
  `Ended feed: ${startedAt} to ${endedAt}`;
export const everyBalanceShownMustEqual = "Every balance shown must equal the sum of its ledger entries, to the cent. New entries are checked every hour.";
export const exportsOfPersonalData = "Exports of personal data";
export const fingerprintSeedSha256Since = ({ startedAt }: { startedAt: Value }) =>
  `Fingerprint of the seed (SHA-256), since ${startedAt}`;
export const fingerprintSha256 = "Fingerprint (SHA-256)";
export const floorOld = ({ floor }: { floor: Value }) =>
  `${floor} old`;
export const from = ({ providerOf }: { providerOf: ReactNode }) =>
  join("From ", providerOf);
export const givenTakenInCount = ({ given, span, span2, count, count2 }: { given: ReactNode; span: ReactNode; span2: Wrap; count: Value; count2: number }) =>
  join(given, " given, ", span, " taken, ", span2(join("in ", count, " ", (count2 === 1 ? "adjustment" : "adjustments"))));
export const held = ({ held }: { held: ReactNode }) =>
  join("Held ", held);
export const heldAllMoneyThatCame = "Held is all money that came in, less payouts, with the result of trading. Owed is every balance, hold and position at closed trades. Money that an administrator grants is owed but was never received, so it lowers the difference.";
export const heldAndOwed = "Held and owed";
export const howThisIsMeasured = "How this is measured";
export const identityUntilReviewed = "Identity, until reviewed";
export const implausiblePriceJumps = "Implausible price jumps";
export const inFormatEachActIn = ({ format }: { format: Value }) =>
  `In ${format}. Each act is in the signed log as a hash, and each investor sees the acts about their account.`;
export const inLast24HoursNo = "In the last 24 hours, no entry was reduced or refused.";
export const inLast24HoursRefusedentries = ({ refusedEntries, refusedEntries2, reducedEntries }: { refusedEntries: Value; refusedEntries2: number; reducedEntries: Value }) =>
  `In the last 24 hours, ${refusedEntries} ${(refusedEntries2 === 1 ? "entry was" : "entries were")} refused and ${reducedEntries} reduced.`;
export const invalidPrices = "Invalid prices";
export const last24Hours = "Last 24 hours";
export const last30Days = "Last 30 days";
export const last90Days = "Last 90 days";
export const lastLedgerCheck = "Last ledger check";
export const lastSignedOnSignedat = ({ signedAt }: { signedAt: Value }) =>
  `Last signed on ${signedAt}.`;
export const lastUpdatedRefreshesEveryMinute = ({ at }: { at: ReactNode }) =>
  join("Last updated ", at, ". Refreshes every minute.");
export const lateBars = "Late bars";
export const lateDepositsCredited = "Late deposits credited";
export const latestPrices = "Latest prices";
export const limitsBeforeATrade = "Limits before a trade";
export const liveMeasurementsThisPlatformFigures = "Live measurements of this platform. Figures that are not measured yet are marked.";
export const loadingTheStatus = "Loading the status…";
export const lossOfAllBotsToday = "Loss of all bots today";
export const manualProcessingTimes = "Manual processing times";
export const manualProcessingTimesShownFrom = "Manual processing times are shown from 20 cases and cover the latest 200 at most. Withdrawals and identity checks that still wait count with the time so far.";
export const measure = "Measure";
export const measuredSinceSince = ({ since }: { since: Value }) =>
  `Measured since ${since}`;
export const minutesMin = ({ minutes }: { minutes: Value }) =>
  `${minutes} min`;
export const missingBars = "Missing bars";
export const missingOfMinutesMinutesDown = ({ missing, minutes }: { missing: Value; minutes: Value }) =>
  `${missing} of ${minutes} minutes down`;
export const missingPairsPairsNotYet = ({ missing, pairs }: { missing: Value; pairs: Value }) =>
  `${missing} of ${pairs} pairs: not yet known`;
export const msMs = ({ ms }: { ms: Value }) =>
  `${ms} ms`;
export const n15Min = "15 min";
export const n24H = "24 h";
export const n30DaysAgo = "30 days ago";
export const n50PercentAnsweredWithin = "50% answered within";
export const n50PercentWithinMedianseconds = ({ medianSeconds }: { medianSeconds: Value }) =>
  `50% within ${medianSeconds}`;
export const n90PercentWithinP90secondsFrom = ({ p90Seconds, cases, part }: { p90Seconds: Value; cases: Value; part: ReactNode }) =>
  join("90% within ", p90Seconds, ", from ", cases, " cases", part);
export const n95PercentAnsweredWithin = "95% answered within";
export const n99PercentAnsweredWithin = "99% answered within";
export const noBotOpensTradeUntil = "No bot opens a trade until the next day (UTC)";
export const noData = "No data";
export const noDifference = "No difference";
export const noDowntime = "no downtime";
export const noMeasurementsYet = "No measurements yet";
export const noPriceReceivedYetNotyetknown = ({ notYetKnown }: { notYetKnown: Value }) =>
  `No price received yet: ${notYetKnown}.`;
export const noWitnessSignsIt = "No witness signs it.";
export const none = "None.";
export const noneIsWaiting = "None is waiting";
export const notSignedYet = "Not signed yet.";
export const notYetKnown = "not yet known";
export const notYetKnown2 = "Not yet known";
export const nothing = "Nothing.";
export const ofAllMinutes = "Of all minutes";
export const ofAtMostLimitPercent = ({ used, limit }: { used: ReactNode; limit: Value }) =>
  join(used, " of at most ", limit, "%");
export const ofLatestCasesDeposits50 = ({ cases, half, most }: { cases: Value; half: Value; most: Value }) =>
  `Of the latest ${cases} deposits, 50% took up to ${half} and 90% up to ${most}.`;
export const oldestUnpaidWithdrawal = "Oldest unpaid withdrawal";
export const openTradesMarket = ({ market }: { market: Value }) =>
  `Open trades: ${market}`;
export const owedToInvestors = ({ owed }: { owed: ReactNode }) =>
  join("Owed to investors: ", owed);
export const pairsBotsWithStrongestCorrelation = "Pairs of bots with the strongest correlation";
export const partsAllMoneyInBots = ({ limits }: { limits: Value }) =>
  `Parts of all money in the bots. At the first limit, no bot opens a trade until the next day. At the others, an entry is reduced or refused. ${limits}`;
export const pricesDrawnFromFixedSeed = "Prices are drawn from a fixed seed. Anyone who knows the seed can compute them in advance.";
export const pricesDrawnFromSecretRandom = "Prices are drawn from a secret random seed. We recorded its fingerprint before the first price, and publish the seed when this feed ends. Then anyone can check that we did not choose the prices.";
export const responseTimes = "Response times";
export const responseTimesMeasuredOnServer = "Response times are measured on the server. The time to reach your device comes on top. A server error is an answer with status 500 or above.";
export const seed = "Seed";
export const serverErrors = "Server errors";
export const shortByReplace = ({ replace }: { replace: Value }) =>
  `Short by $${replace}`;
export const simulatedPrices = "Simulated prices";
export const sinceAfterLossLosspctPercent = ({ since, lossPct }: { since: ReactNode; lossPct: Value }) =>
  join("Since ", since, ", after a loss of ", lossPct, "%. Open trades keep their stops.");
export const status = "Status";
export const theLogHasStopped = "The log has stopped";
export const theOtherWeakerKnownPairs = ({ weaker }: { weaker: Value }) =>
  `The other ${weaker} known pairs are weaker.`;
export const thePlatformMeasuresItselfNo = "The platform measures itself. No outside party measures it.";
export const theServerDidNotRespond = "The server did not respond.";
export const theServerDidNotRespondPlatform = "The server did not respond. The platform or your connection may be down. We try again every minute.";
export const theServersClockSetBack = "The server's clock was set back";
export const todayUtc = "Today (UTC)";
export const transparencyLog = "Transparency log";
export const under1SOld = "under 1 s old";
export const uptime = "Uptime";
export const uptimeByDay = "Uptime by day";
export const viewsOfPersonalData = "Views of personal data";
export const waitingOfThemWaiting = ({ waiting }: { waiting: Value }) =>
  `, ${waiting} of them waiting`;
export const wePromiseNoTime = "We promise no time.";
export const whatAdministratorsDid = "What administrators did";
export const whatItWouldSignNext = ({ stopped }: { stopped: Value }) =>
  `What it would sign next contradicts what was signed before: ${stopped}.`;
export const whatTheLogProves = "What the log proves";
export const withdrawalsUntilPaidOut = "Withdrawals, until paid out";
export const witnessesWitnesses = ({ witnesses }: { witnesses: Value }) =>
  `Witnesses: ${witnesses}.`;
