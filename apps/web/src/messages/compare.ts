// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const addABot = "Add a bot";
export const allBots = "All bots";
export const atLeastMindaysCommonDays = ({ minDays }: { minDays: Value }) =>
  `At least ${minDays} common days are needed.`;
export const backtestOnRealPrices = "Backtest on real prices";
export const backtests = "Backtests";
export const buyAndHold = "Buy and hold";
export const chooseABot = "Choose a bot";
export const chooseTwoToFourBots = "Choose two to four bots to see them side by side.";
export const closedTrades = "Closed trades";
export const compareBots = "Compare bots";
export const copyTheLink = "Copy the link";
export const correlationDailyResultsInOwn = ({ all }: { all: Value }) =>
  `Correlation of daily results in the own record, from −1 to 1. Near 1, two bots win and lose on the same days, so holding both spreads little risk. ${all}`;
export const costs = "Costs";
export const costs1000InLast = "Costs of $1,000 in the last year";
export const costsAYear = "Costs, a year";
export const countedOver = "Counted over";
export const daysDays = ({ days }: { days: Value }) =>
  `${days} days`;
export const deepestFall = "Deepest fall";
export const deflatedSharpe = "Deflated Sharpe";
export const doTheyMoveTogether = "Do they move together?";
export const evidence = "Evidence";
export const figure = "Figure";
export const growth = "Growth";
export const idsOfMaxcomparedChosen = ({ ids, maxCompared }: { ids: Value; maxCompared: Value }) =>
  `${ids} of ${maxCompared} chosen`;
export const maxDrawdown = "Max drawdown";
export const namesFromFirstToLast = ({ names, isBacktest, first, last }: { names: Value; isBacktest: string; first: Value; last: Value }) =>
  `${names}: ${(isBacktest === "yes" ? "backtests on real prices" : "own records")} from ${first} to ${last}, the time that all of them cover, after costs.`;
export const noClosedTradesYetChart = "No closed trades yet. The chart starts with the first one.";
export const noCommonPeriodBacktestsRecorded = "No common period of backtests is recorded.";
export const none = "None";
export const overCashAYear = "Over cash, a year";
export const overfitting = "Overfitting";
export const ownRecordHere = "Own record here";
export const ownRecords = "Own records";
export const ownTrades = "Own trades";
export const realPrices = "Real prices";
export const removeName = ({ name }: { name: Value }) =>
  `Remove ${name}`;
export const returnLabel = "Return";
export const sharpeRatio95PercentRange = "Sharpe ratio, 95% range";
export const source = "Source";
export const theBots = "the bots";
export const titleSideBySide = ({ title }: { title: Value }) =>
  `${title}, side by side`;
export const trades = "Trades";
export const upToFourBotsSide = ({ link }: { link: Wrap }) =>
  join("Up to four bots side by side. Read the ranges, not only the figures. ", link("How to read this"));
export const verdict = "Verdict";
export const winRate = "Win rate";
export const yearsMissing = "Years missing";
