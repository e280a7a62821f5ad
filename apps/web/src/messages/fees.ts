// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const beforeYouActivateBotYou = "Before you activate a bot, you see what its costs of a year would take from your amount. Your statement page shows what trading has cost you so far, bot by bot.";
export const calculator = "Calculator";
export const costsOfTrading = "Costs of trading";
export const depositsHoldingMoneyAndWithdrawals = "Deposits, holding money and withdrawals are free. Wazi pays the network fee of a withdrawal. There is no monthly fee. You are never asked to pay in order to withdraw.";
export const depositsInAll = "Deposits in all";
export const eachTradeBotPaysSpread = "Each trade of a bot pays a spread, slippage and a commission, and financing when it is held overnight. These costs are part of a bot's result: every figure that you see is after them. Wazi keeps none of them.";
export const fees = "Fees";
export const fromMindeposit = ({ minDeposit }: { minDeposit: Value }) =>
  `from $${minDeposit}`;
export const howCostsAreComputed = "How costs are computed";
export const howWaziMakesMoney = "How Wazi makes money";
export const plan = "Plan";
export const profitShare = "Profit share";
export const theCalculatorCouldNotLoaded = "The calculator could not be loaded. Reload the page to try again.";
export const theProfitShareEachPlan = "The profit share of each plan";
export const theShareTakenOnlyFrom = "The share is taken only from profit above what you put in. A loss in a bot is made up first. Each bot is counted separately. The share of a position is fixed when you activate the bot.";
export const waziTakes = "Wazi takes";
export const waziTakesShareYourProfit = "Wazi takes a share of your profit, and nothing else. Trading has costs too, which go to the market.";
export const whatIsFree = "What is free";
export const youKeep = "You keep";
