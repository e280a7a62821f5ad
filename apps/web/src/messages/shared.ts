// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aboutAmountAtRatePer = ({ amount, rate, source, rateAt }: { amount: Value; rate: Value; source: Value; rateAt: Value }) =>
  `About ${amount}, at ${rate} per $1 (${source}, ${rateAt})`;
export const all = "All";
export const atTheCrosshair = "At the crosshair";
export const backtest = "BACKTEST";
export const buy = "Buy";
export const changeIt = "Change it";
export const chart = "chart";
export const chartsTradingviewLightweightChartsCopyright = ({ link }: { link: Wrap }) =>
  join("Charts: TradingView Lightweight Charts™, Copyright © 2026 TradingView, Inc. ", link("tradingview.com"));
export const close = "Close";
export const commodities = "Commodities";
export const computedOverRealPastPrices = "Computed over real past prices. Nobody invested in these trades.";
export const confirmedBeingCredited = "Confirmed, being credited";
export const copied = "Copied!";
export const copyFailed = "Copy failed";
export const couldNotLoadWhat = ({ what }: { what: Value }) =>
  `Could not load ${what}`;
export const credited = "Credited";
export const crypto = "Crypto";
export const csv = "CSV";
export const dismissThisMessage = "Dismiss this message";
export const downloadLabelAsCsv = ({ label }: { label: Value }) =>
  `Download ${label} as CSV`;
export const drawdown = ({ span }: { span: ReactNode }) =>
  join(span, "Drawdown");
export const drawdown2 = "Drawdown";
export const drawdownPercent = "Drawdown (%)";
export const drawdownTruncatepercent = ({ truncatePercent }: { truncatePercent: Value }) =>
  `Drawdown ${truncatePercent}`;
export const driversLicense = "Driver's license";
export const exampleExample = ({ example }: { example: Value }) =>
  `Example: ${example}`;
export const forex = "Forex";
export const helpAndAllTerms = "Help and all terms";
export const idCard = "ID card";
export const indices = "Indices";
export const itSignedWithAnotherKey = ({ oldKey }: { oldKey: ReactNode }) =>
  join("It is signed with another key since. The checker says whether it still has every entry of the log before, whose key was ", oldKey, ".");
export const labelView = ({ label }: { label: Value }) =>
  `${label}: view`;
export const lastCloseInMarketTime = "Last close (market time)";
export const lastCloseMarketTime = ({ time }: { time: Value }) =>
  `Last close: market time ${time}`;
export const lastRange = ({ range }: { range: Value }) =>
  `Last ${range}`;
export const leftAndRightArrowKeys = "Left and right arrow keys read the values one by one. Home and End go to the first and the last. Plus and minus zoom. Escape removes the crosshair.";
export const liveMarketPrices = "Live market prices";
export const loading = "Loading…";
export const log = "Log";
export const logarithmicScale = "Logarithmic scale";
export const manifestOfTheReleaseSha256 = ({ manifest }: { manifest: ReactNode }) =>
  join("Manifest of the release (SHA-256): ", manifest);
export const marketTime = ({ barTime }: { barTime: ReactNode }) =>
  join("Market time ", barTime);
export const n1Day = "1 day";
export const n1Month = "1 month";
export const n1Week = "1 week";
export const n1Year = "1 year";
export const n3Months = "3 months";
export const n5Years = "5 years";
export const noLongerOnTheNetwork = "No longer on the network";
export const noPasskeyUsedYouClosed = "No passkey was used. You closed the window, or it took too long.";
export const notCredited = "Not credited";
export const paper = "Paper";
export const paperTradingNoOrderGoes = "Paper trading. No order goes to a trading venue.";
export const partOfYourBalance = "Part of your balance";
export const passkeysDoNotWorkAt = "Passkeys do not work at this address. Open Wazi by its host name.";
export const passport = "Passport";
export const pleaseSelectTextAndCopy = "Please select the text and copy it manually.";
export const range = "Range";
export const realPastPricesReplayed = "Real past prices, replayed";
export const reasonGivenReason = ({ reason }: { reason: Value }) =>
  `Reason given: ${reason}`;
export const receivedBeingChecked = "Received, being checked";
export const seenConfirmationsOfConfirmationsneededConfirmation = ({ confirmations, confirmationsNeeded, confirmationsNeeded2 }: { confirmations: Value; confirmationsNeeded: Value; confirmationsNeeded2: number }) =>
  `Seen, ${confirmations} of ${confirmationsNeeded} confirmation${(confirmationsNeeded2 === 1 ? "" : "s")}`;
export const sell = "Sell";
export const show = "Show";
export const showAsATable = "Show as a table";
export const showLabel = ({ label }: { label: Value }) =>
  `Show ${label}`;
export const simulatedPricesNotRealMarket = "Simulated prices, not a real market";
export const sinceTheStart = "Since the start";
export const sourceCodeCommitCommit = ({ commit }: { commit: ReactNode }) =>
  join("Started from the source code, commit ", commit, ".");
export const sourceCodeCommitWithChanges = ({ commit }: { commit: ReactNode }) =>
  join("Started from the source code, commit ", commit, " with changes.");
export const sourceCodeOfUnknownCommit = "Started from the source code. The commit is not known.";
export const statisticLowToHigh = ({ statistic, low, high }: { statistic: Value; low: Value; high: Value }) =>
  `${statistic} [${low} to ${high}]`;
export const stepDone = ", done";
export const stepLater = ", later";
export const stepNow = ", now";
export const stocks = "Stocks";
export const table = "Table";
export const theChartCouldNotLoaded = "The chart could not be loaded. The table shows its figures.";
export const theExplanationCouldNotLoaded = "The explanation could not be loaded. Check your connection and try again.";
export const theLogBegunAnewOn = ({ at }: { at: Value }) =>
  `The log was begun anew on ${at}`;
export const theLogSaysThatVersion = ({ version, since }: { version: Value; since: Value }) =>
  `The log says that version ${version} has run here since ${since}.`;
export const theServerDidNotRespond = "The server did not respond. No money was moved.";
export const thisDeviceHasPasskeyFor = "This device has a passkey for your account already.";
export const titleAsATable = ({ title }: { title: Value }) =>
  `${title}, as a table`;
export const titleWazi = ({ title }: { title: Value }) =>
  `${title} · Wazi`;
export const tryAgain = "Try again";
export const under001Percent = "under 0.01%";
export const under1Year = "under 1 year";
export const useTheOtherTheme = ({ other }: { other: Value }) =>
  `Use the ${other} theme`;
export const waiting = "waiting";
export const wazi = "Wazi";
export const weDoNotKnowWhether = "We do not know whether the request went through. You can safely try again: the same request is never processed twice.";
export const when = "When";
export const wholeYears = ({ whole }: { whole: Value }) =>
  `${whole} years`;
export const worthLessThanACent = "Worth less than a cent";
export const yourEntriesWillLostTo = "Your entries will be lost. To close anyway, press Esc or the close button.";
