// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const adjustments = "Adjustments";
export const allDepositsMinusPayoutsPlus = "All deposits minus payouts, plus the result of the bots’ closed trades.";
export const atEndEachDayExcluding = "At the end of each day, excluding open trades. The scale may not start at 0.";
export const balances = "Balances";
export const botsTrades = "Bots’ trades";
export const byDay = "By day";
export const copyTableForASpreadsheet = "Copy table for a spreadsheet";
export const creditedDepositsUpAndPaid = "Credited deposits (up) and paid withdrawals (down).";
export const dayByDay = "Day by day";
export const dayUtc = "Day (UTC)";
export const daysDays = ({ days }: { days: Value }) =>
  `${days} days`;
export const daysShown = "Days shown";
export const difference = "Difference";
export const eachDays = ({ each }: { each: Value }) =>
  `${each} days`;
export const excludingOpenTradesFromcentsMissing = ({ fromCents }: { fromCents: Value }) =>
  `Excluding open trades, $${fromCents} is missing to cover what investors are owed.`;
export const excludingOpenTradesHoldingsCover = ({ surplusBeforeOpenTrades }: { surplusBeforeOpenTrades: Value }) =>
  `Excluding open trades, holdings cover what investors are owed, plus $${surplusBeforeOpenTrades} beyond it.`;
export const excludingOpenTradesHoldingsMatch = "Excluding open trades, holdings match what investors are owed to the cent.";
export const fromLedgerDaysInUtc = "From the ledger. Days are in UTC. Today is still in progress.";
export const held = "Held";
export const heldAndOwed = "Held and owed";
export const heldAtTheEnd = "Held at the end";
export const heldMinusOwed = "Held minus owed";
export const inLabel = "In";
export const income = "Income";
export const minusGivenToInvestorsWithout = "Minus: given to investors without a deposit. Plus: taken from them.";
export const minusShown = ({ shown }: { shown: Value }) =>
  `minus $${shown}`;
export const money = "Money";
export const moneyAdmin = "Money · Admin";
export const moneyIn = "Money in";
export const moneyInAndOut = "Money in and out";
export const moneyOut = "Money out";
export const n1Day = "1 day";
export const noMoneyHasMovedYet = "No money has moved yet. Figures appear after the first credited deposit.";
export const noneInThisPeriod = "None in this period";
export const noneYet = "None yet";
export const now = "Now";
export const onHoldForWithdrawals = "On hold for withdrawals";
export const openTrades = "Open trades";
export const other = "Other";
export const out = "Out";
export const owed = "Owed";
export const owedAtTheEnd = "Owed at the end";
export const platformIncome = "Platform income";
export const plusLeftByRoundingMinus = "Plus: left by rounding. Minus: fees and losses the platform paid.";
export const plusLosingSoInvestorsAlready = "Plus: losing, so investors are already owed less. Minus: winning.";
export const positionsAtTheirExitValue = "Positions at their exit value";
export const roundingFeesAndLosses = "Rounding, fees and losses";
export const runningProfitByAdjustment = "Running profit by adjustment";
export const shouldZeroCheckReconciliationUnder = "Should be zero. Check reconciliation under Operations.";
export const soFar = ", so far";
export const soFar2 = "so far";
export const theMoneyFlows = "the money flows";
export const thePlatformsShareInvestorsProfits = "The platform’s share of investors’ profits, charged when profit leaves a bot.";
export const thePlatformsShareProfitsIt = "The platform’s share of profits. It is not owed to investors.";
export const titleDay = ({ title }: { title: Value }) =>
  `${title}: day`;
export const unexplained = "Unexplained";
