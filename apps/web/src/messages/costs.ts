// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const afterCosts = "After costs";
export const anAverageYearOnReal = ({ from, to }: { from: Value; to: Value }) =>
  `An average year on real prices, ${from} to ${to}. Future costs can be higher.`;
export const beforeProfitShareWaziHas = ({ profitShare }: { profitShare: ReactNode }) =>
  join("Before the profit share. Wazi has taken ", profitShare, " of profits so far.");
export const bot = "Bot";
export const commission = "Commission";
export const costs = "Costs";
export const costsByBot = "Costs by bot";
export const costsOf = ({ amount }: { amount: ReactNode }) =>
  join("Costs of ", amount);
export const costsTookTenthsPercentGain = ({ tenths }: { tenths: Value }) =>
  `Costs took ${tenths}% of the gain before costs.`;
export const earlierLossInThisBot = "Earlier loss in this bot (USD)";
export const enterAmountToSeeWhat = "Enter an amount to see what a year of this bot's costs would take from it.";
export const enterBothAmountsToSee = "Enter both amounts to see what you would get.";
export const fees = "Fees";
export const gainOrLoss = "Gain or loss";
export const gainOrLossAfterCosts = "Gain or loss after costs";
export const gainOrLossWithoutCosts = "Gain or loss without costs";
export const howToReadThis = "How to read this";
export const last365Days = "last 365 days";
export const lastDay = "last day";
export const lastDaysDays = ({ days }: { days: Value }) =>
  `last ${days} days`;
export const noClosedTradesYetCosts = "No closed trades yet. The costs of your bots' trades will appear here.";
export const noClosedTradesYetTheir = "No closed trades yet. Their costs will appear here.";
export const ofWhichMakesUpEarlier = "Of which makes up the earlier loss";
export const overnightFinancing = "Overnight financing";
export const resultAfterCosts = "Result after costs";
export const resultWithoutCosts = "Result without costs";
export const slippage = "Slippage";
export const spread = "Spread";
export const theBotsOwnTradesTrades = ({ trades, time }: { trades: Value; time: Value }) =>
  `The bot's own ${trades} trades of the ${time}, not scaled up. Future costs can be higher.`;
export const theCostsCouldNotLoaded = "The costs could not be loaded. You can still activate the bot.";
export const theCostsTradeswithoutcostsOlderTrades = ({ tradesWithoutCosts }: { tradesWithoutCosts: Value }) =>
  `The costs of ${tradesWithoutCosts} older trades were not recorded.`;
export const theCostsTradeswithoutcostsOlderTradesNot = ({ tradesWithoutCosts }: { tradesWithoutCosts: Value }) =>
  `The costs of ${tradesWithoutCosts} older trades were not recorded and are not counted.`;
export const theResultsThatYouSee = ({ part, link }: { part: ReactNode; link: Wrap }) =>
  join("The results that you see already include the trading costs. ", part, link("How Wazi makes money"));
export const theServerDidNotRespond = "The server did not respond. Please try again.";
export const thisBotsCostsNotKnown = "This bot's costs are not known yet. It has too few trades here, and no backtest is recorded.";
export const trades = "Trades";
export const tradingCosts = "Trading costs";
export const tradingCostsOfTradesClosed = ({ trades, trades2 }: { trades: Value; trades2: number }) =>
  `Trading costs of ${trades} closed ${(trades2 === 1 ? "trade" : "trades")}`;
export const waziTakes = "Wazi takes";
export const wazisShareOfYourProfits = "Wazi's share of your profits";
export const whatPricesAloneDid = "What prices alone did";
export const whatTradingCostsTake = "What trading costs take";
export const whatTradingHasCostYou = "What trading has cost you";
export const withoutCosts = "Without costs";
export const worthWhenYouLeaveUsd = "Worth when you leave (USD)";
export const youGet = "You get";
export const youPutInUsd = "You put in (USD)";
export const yourCosts = "your costs";
export const yourCostsSoFar = "Your costs so far";
export const yourPartTradesClosedSince = ({ trades, trades2, since, share }: { trades: Value; trades2: number; since: Value; share: Value }) =>
  `Your part of ${trades} closed ${(trades2 === 1 ? "trade" : "trades")} since ${since}, all bots together.${share}`;
export const yourShareOfAProfit = "Your share of a profit";
