// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const aBotOftenWaits = "A bot often waits. It trades only when its rule says so. That can take hours or days.";
export const activeBots = "Active Bots";
export const adding = "Adding…";
export const addMoney = "Add money";
export const atTime = ({ time }: { time: Value }) =>
  `at ${time}`;
export const atTimeMarketTime = ({ time }: { time: Value }) =>
  `at ${time} (market time)`;
export const balanceAndBotsTogetherAfter = "Balance and bots together, after closing costs and Wazi's share.";
export const balanceOverTime = "Balance over time";
export const chooseABot = "Choose a bot";
export const chooseYourFirstBot = "Choose your first bot";
export const dashboard = "Dashboard";
export const decidesAtTheEndOfDay = ({ stops }: { stops: Value }) =>
  `decides at the end of each trading day. ${stops}`;
export const decidesAtTheEndOfHour = ({ stops }: { stops: Value }) =>
  `decides at the end of each hour while its market is open. ${stops}`;
export const decidesNextAtTime = ({ at, stops }: { at: Value; stops: Value }) =>
  `decides next ${at}. ${stops}`;
export const deposit = "Deposit";
export const depositFunds = "Deposit Funds";
export const done = ", done";
export const eachBotTradesOneMarket = "Each bot trades one market. You decide how much it gets, and you can take your money back at any time.";
export const error = "Error";
export const failedToAddPracticeMoney = "Failed to add practice money";
export const fromWorthOnStartTo = ({ worth, start, total }: { worth: Value; start: Value; total: Value }) =>
  `From $${worth} on ${start} to $${total} now.`;
export const gainOrLoss = "Gain or loss";
export const get1000PracticeMoney = "Get $1,000 practice money";
export const inTotalIncludingBots = "in total, including bots";
export const investmentFund = "Investment Fund";
export const itAlsoWatches = ({ symbols }: { symbols: Value }) =>
  `It also watches ${symbols}.`;
export const itsTradesAppearOnThis = "Its trades appear on this page. Bots can lose money. You can set a stop-loss when you activate one.";
export const lastBarsUnit = ({ bars, unit }: { bars: Value; unit: Value }) =>
  `last ${bars} ${unit}`;
export const loading = "Loading…";
export const makeADepositInstead = "Make a deposit instead";
export const makeYourFirstDeposit = "Make your first deposit";
export const moneyAdded = "Money added";
export const moneyTakenOut = "Money taken out";
export const nameHasNoPricesYet = ({ name }: { name: Value }) =>
  `${name} has no prices yet. The first minute appears soon.`;
export const noDataYetChartStarts = "No data yet. The chart starts with your first deposit.";
export const now = "Now";
export const ofMaxbotsInYourPackage = ({ maxBots }: { maxBots: Value }) =>
  `of ${maxBots} in your package`;
export const ofWhichAdjustments = ({ adjustmentProfit }: { adjustmentProfit: ReactNode }) =>
  join("of which adjustments ", adjustmentProfit);
export const onHoldForAWithdrawal = "On hold for a withdrawal";
export const profitFunds = "Profit Funds";
export const runningProfits = "Running Profits";
export const statement = "Statement";
export const stopsAreCheckedEveryMinute = "It checks the stops of an open trade every minute.";
export const stopsAreCheckedWithEachPrice = "It checks the stops of an open trade at each new price.";
export const takeMoneyOut = "Take money out";
export const theDialogCouldNotLoaded = "The dialog could not be loaded. No money was moved. Reload the page to try again.";
export const thisDemoWithPaperMoney = ({ practiceAmount }: { practiceAmount: Value }) =>
  `This is a demo with paper money. Start with $${practiceAmount}, and try everything without risk.`;
export const threeStepsToYourFirst = "Three steps to your first bot";
export const time = "Time";
export const today = "Today";
export const totalBalance = "Total Balance";
export const trader = "Trader";
export const transfer = "Transfer";
export const transferFromInvestmentFund = "Transfer from investment fund";
export const transferRunningProfits = "Transfer running profits";
export const valueNow = "Value now";
export const watchItTrade = "Watch it trade";
export const welcomeFirstname = ({ firstName }: { firstName: Value }) =>
  `Welcome, ${firstName}`;
export const whatYourBotsAreWatching = "What your bots are watching";
export const whereDoesThisComeFrom = "Where does this come from?";
export const withdraw = "Withdraw";
export const yourBalanceOverTime = "your balance over time";
export const yourShareWhatYourBots = "Your share of what your bots gained or lost";
export const youWouldGetNowIn = "You would get now, in all";
