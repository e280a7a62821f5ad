// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBot = "a bot";
export const aPercentageYourOwnMoney = "A percentage of your own money in this position. When the value falls or rises by this much, the position closes at its current value, which can be lower than the level you set.";
export const activate = "Activate";
export const activateBot = "Activate bot";
export const activateName = ({ name }: { name: Value }) =>
  `Activate ${name}`;
export const activating = "Activating...";
export const activationFailed = "Activation Failed";
export const active = "Active";
export const addMoney = "Add money";
export const addMoneyToName = ({ name }: { name: Value }) =>
  `Add money to ${name}`;
export const addedToYourBalance = "Added to your balance";
export const addedToYourBalanceNow = "Added to your balance now";
export const adding = "Adding...";
export const adjustmentsNoShareTaken = "Adjustments (no share taken)";
export const all = "All";
export const allBots = "All bots";
export const allBotsUnlocked = "All bots unlocked";
export const allMarkets = "All markets";
export const allocated = "Allocated";
export const allocationAmountUsd = "Allocation amount (USD)";
export const amountUsd = "Amount (USD)";
export const amountYourBalanceNowIn = ({ amount, name }: { amount: Value; name: Value }) =>
  `$${amount} of your balance is now in ${name}.`;
export const anExitWaitingForPrice = "An exit is waiting for a price. It settles at the first valid price.";
export const any = "Any";
export const anyRisk = "Any risk";
export const arrivedIsInYourBalance = ({ arrived }: { arrived: Value }) =>
  `$${arrived} is in your balance.`;
export const atLeast100DepositFunds = "At least $100. Deposit funds are used first, then profit funds.";
export const atNav = ({ nav }: { nav: Value }) =>
  `at ${nav}`;
export const atUnitPriceNav = ({ nav }: { nav: Value }) =>
  `at unit price ${nav}`;
export const availableBalance = "Available balance";
export const backBackInYourBalance = ({ back }: { back: Value }) =>
  `$${back} is back in your balance.`;
export const bot = "Bot";
export const botActivated = "Bot Activated";
export const botDeactivated = "Bot Deactivated";
export const both = "Both";
export const botsBots = ({ span, bots }: { span: ReactNode; bots: Value }) =>
  join(span, bots, " bots");
export const botsUnlocked = ({ maxBots }: { maxBots: ReactNode }) =>
  join(maxBots, " bots unlocked");
export const buy = "Buy";
export const cancel = "Cancel";
export const cancelExit = "Cancel exit";
export const cancelExitFromBotname = ({ botName }: { botName: Value }) =>
  `Cancel exit from ${botName}`;
export const cancelling = "Cancelling...";
export const changeFailed = "Change Failed";
export const chooseABot = "Choose a bot";
export const clear = "Clear";
export const clearFilters = "Clear filters";
export const closed = "Closed";
export const closedByTheOperator = "Closed by the operator";
export const closedHereSoFarClosedtrades = ({ closedTrades, closedTrades2 }: { closedTrades: Value; closedTrades2: number }) =>
  `Closed here so far: ${closedTrades} ${(closedTrades2 === 1 ? "trade" : "trades")}`;
export const closedTrades = "Closed trades";
export const closes = "Closes";
export const compare = "Compare";
export const compareName = ({ name }: { name: Value }) =>
  `Compare ${name}`;
export const comparison = "Comparison";
export const costsAYear = "Costs, a year";
export const couldNotCheckYourLimit = "Could not load the questions about your limit";
export const countTrades = ({ count }: { count: number }) =>
  `${(count === 1 ? `${count.toLocaleString("en")} trade` : `${count.toLocaleString("en")} trades`)}`;
export const deactivate = "Deactivate";
export const deactivateBot = "Deactivate bot";
export const deactivateName = ({ name }: { name: Value }) =>
  `Deactivate ${name}`;
export const deactivateName2 = ({ name }: { name: Value }) =>
  `Deactivate ${name}?`;
export const deactivating = "Deactivating...";
export const deactivation = "Deactivation";
export const deactivationFailed = "Deactivation Failed";
export const deepestFall = "Deepest fall";
export const deposit = "Deposit";
export const depositAmountToUnlock = ({ amount }: { amount: Value }) =>
  `Deposit $${amount}+ to unlock`;
export const depositToUpgrade = "Deposit to upgrade";
export const eachBotCountedSeparatelyLoss = "Each bot is counted separately. A loss in one bot does not reduce the share taken from a profit in another.";
export const editStopLossAndTake = "Edit stop-loss and take-profit";
export const entryAndExit = "Entry and exit";
export const error = "Error";
export const evidence = "Evidence";
export const evidenceChartsAndTrades = "Evidence, charts and trades";
export const exitCancelled = "Exit Cancelled";
export const exitSettled = "Exit settled";
export const exitWaiting = "Exit Waiting";
export const exitWaiting2 = "Exit waiting";
export const failedToActivateBot = "Failed to activate bot";
export const failedToAddMoney = "Failed to add money";
export const failedToCancelTheExit = "Failed to cancel the exit";
export const failedToChangeTheLevels = "Failed to change the levels";
export const failedToDeactivateBot = "Failed to deactivate bot";
export const failedToTransferFunds = "Failed to transfer funds";
export const failedToTransferProfits = "Failed to transfer profits";
export const feesWithCalculatorOpensIn = ({ span }: { span: Wrap }) =>
  join("Fees, with a calculator", span(" (opens in a new tab)"));
export const filters = "Filters";
export const from = "From";
export const fromAmountInTotalDeposits = ({ amount, bots }: { amount: Value; bots: Value }) =>
  `From $${amount} in total deposits: ${bots} bots`;
export const fundsTransferredToYourAccount = "Funds transferred to your account balance. Bots below minimum allocation have been disabled.";
export const gainBeforeTheProfitShare = "Gain before the profit share";
export const gainOrLoss = "Gain or loss";
export const halted = "Halted";
export const hasHaltedItNoLonger = "has been halted. It no longer trades and accepts no new money";
export const hasHaltedItNoLongerTrades = "has been halted. It no longer trades and accepts no new money. You can leave at any time.";
export const high = "High";
export const high4And5 = "High (4 and 5)";
export const highestReturn = "Highest return";
export const howAProfitIsShared = "How a profit is shared";
export const howMuchBotMovedIn = ({ volatilityPct, deepestFallPct }: { volatilityPct: Value; deepestFallPct: Value }) =>
  `How much the bot moved in its backtest: its weekly ups and downs were ${volatilityPct}% a year, and its deepest fall ${deepestFallPct}%. The higher of the two decides. The past does not limit future losses: you can lose all that you put in.`;
export const howToReadThis = "How to read this";
export const idsOfMaxcomparedChosen = ({ ids, maxCompared }: { ids: Value; maxCompared: Value }) =>
  `${ids} of ${maxCompared} chosen`;
export const ifItFallsTypedPercent = ({ typed, loss }: { typed: Value; loss: ReactNode }) =>
  join("If it falls ", typed, "%, you lose about ", loss, ". In a fast market it can be more.");
export const ifYouCloseItNow = "If you close it now";
export const inYourInvestmentFund = "In your investment fund";
export const insufficientFunds = "Insufficient Funds";
export const invalidAmount = "Invalid Amount";
export const invalidStopLoss = "Invalid Stop-Loss";
export const invalidTakeProfit = "Invalid Take-Profit";
export const investmentTransfer = "Investment transfer";
export const isPausedItOpensNo = "is paused. It opens no new trades and accepts no new money";
export const isPausedItOpensNoNew = ({ leaving }: { leaving: Value }) =>
  `is paused. It opens no new trades and accepts no new money. ${leaving}`;
export const isWindingUpAllPositions = "is winding up. All positions are being paid out.";
export const isWindingUpItAccepts = "is winding up. It accepts no new money";
export const itBuysUnitsAtCurrent = "It buys units at the current price. Your stop-loss, take-profit and profit split stay.";
export const keepItActive = "Keep it active";
export const levelOf5Level2 = ({ level, level2 }: { level: Value; level2: Value }) =>
  `${level} of 5, ${level2}`;
export const levelsSaved = "Levels Saved";
export const loading = "Loading…";
export const loss = "Loss";
export const lossToMakeUpBefore = "Loss to make up before a profit share";
export const lost = "Lost";
export const low = "Low";
export const low1And2 = "Low (1 and 2)";
export const lowestCosts = "Lowest costs";
export const lowestRisk = "Lowest risk";
export const market = "Market";
export const marketTimeBartime = ({ barTime }: { barTime: Value }) =>
  `Market time ${barTime}`;
export const maximumAccess = "Maximum Access";
export const medium = "Medium";
export const medium3 = "Medium (3)";
export const minimum = "Minimum";
export const moneyAdded = "Money Added";
export const nameNowTradesWithAllocatedamount = ({ name, allocatedAmount }: { name: Value; allocatedAmount: Value }) =>
  `${name} now trades with $${allocatedAmount} of your balance.`;
export const namesAndLast = ({ names, last }: { names: Value; last: Value }) =>
  `${names} and ${last}`;
export const newestTrades = ({ trades }: { trades: Value }) =>
  `Newest ${trades}`;
export const nextPackage = "Next package";
export const noBacktestOnRealPrices = "No backtest on real prices is recorded yet.";
export const noBotsMatchTheseFilters = "No bots match these filters.";
export const noMoneyWasMovedYou = "No money was moved. You can put money in a bot after this check.";
export const noTradesMatchTheseFilters = "No trades match these filters.";
export const noTradesYetYourBots = "No trades yet. Your bots will start trading soon!";
export const none = "None";
export const notReached = ", not reached";
export const ofGainMakesUpEarlier = ({ lossMadeUp }: { lossMadeUp: ReactNode }) =>
  join(lossMadeUp, " of the gain makes up an earlier loss. No share is taken on it.");
export const onValuedatAfterClosingCosts = ({ fresh, valuedAt }: { fresh: string; valuedAt: Value }) =>
  `${(fresh === "yes" ? "Valued" : "No current price. Last valued")} on ${valuedAt}, after closing costs and Wazi's share.`;
export const ourOrder = "Our order";
export const overCashAYear = "Over cash, a year";
export const ownRecordHere = "Own record here";
export const paused = "Paused";
export const perCentYourOwnMoney = "Per cent of your own money in this position. Leave a field empty for no level. No money is moved now.";
export const platformsShare = "Platform's share";
export const platformsShareUsersharepctPercent = ({ userSharePct }: { userSharePct: Value }) =>
  `Platform's share (${userSharePct}%)`;
export const positionUpdates = "Position updates";
export const premiumTier = "Premium Tier";
export const prices = "Prices";
export const profitTransfer = "Profit transfer";
export const profitTransferSuccessful = "Profit Transfer Successful";
export const profitsTransferredToYourAccount = "Profits transferred to your account balance.";
export const putInSinceActivatedat = ({ activatedAt }: { activatedAt: Value }) =>
  `Put in since ${activatedAt}`;
export const reachedSpoken = ", reached";
export const realPricesFromAfterCosts = ({ from, span }: { from: Value; span: ReactNode }) =>
  join("Real prices ", from, ", after costs. ", span);
export const recentTrades = "Recent Trades";
export const reloadThePage = "Reload the page";
export const resting = "Resting";
export const restsBecauseItsRecordedPrices = "rests because its recorded prices have ended. It opens no new trades and accepts no new money";
export const restsBecauseItsRecordedPricesHave = ({ leaving }: { leaving: Value }) =>
  `rests because its recorded prices have ended. It has closed its trades and opens no new ones. ${leaving}`;
export const result = "Result";
export const returnAYear = "Return, a year";
export const risk = "Risk";
export const riskNotYetKnown = "Risk: not yet known.";
export const saveLevels = "Save levels";
export const saving = "Saving...";
export const seeAll = "See all";
export const sell = "Sell";
export const sharpeRatioSharpePerYear = ({ sharpe }: { sharpe: Value }) =>
  `Sharpe ratio ${sharpe} per year, the 95% range in brackets.`;
export const showAllBots = "Show all bots";
export const showAllTrades = "Show all trades";
export const showMore = "Show More";
export const shownOfBotsBots = ({ shown, bots, some }: { shown: Value; bots: Value; some: string }) =>
  `${shown} of ${bots} bots${(some === "yes" ? ", your own first" : "")}`;
export const shownOfTrades = ({ shown, trades }: { shown: Value; trades: Value }) =>
  `${shown} of ${trades}`;
export const side = "Side";
export const smallestFall = "Smallest fall";
export const sort = "Sort";
export const stopLoss = "Stop-loss";
export const stopLossAndTakeProfit = ({ name }: { name: Value }) =>
  `Stop-loss and take-profit of ${name}`;
export const stopLossPercent = "Stop-loss (%)";
export const symbol = "Symbol";
export const takeProfit = "Take-profit";
export const takeProfitPercent = "Take-profit (%)";
export const theAmountTakenFromAll = "The amount is taken from all your bots in proportion, at their current value. Bots with allocation below USD 100 are automatically disabled, and their remaining money returns to your balance too.";
export const theFullAmountAddedTo = "The full amount is added to your profit funds. The platform's share is already deducted from the figure above. Your own money stays in the bots.";
export const theMinimumAllocationIs100 = "The minimum allocation is $100";
export const theNewLevelsYourPosition = ({ name }: { name: Value }) =>
  `The new levels of your position in ${name} apply from now on.`;
export const thePositionClosesAtIts = "The position closes at its current value, and your money returns to your balance.";
export const thePreviewNotAvailableRight = "The preview is not available right now. No money was moved.";
export const theWholePosition = "the whole position";
export const thereNoCurrentPriceFor = ({ joinNames }: { joinNames: Value }) =>
  `There is no current price for ${joinNames}. That part settles at the first valid price. You can cancel it until then.`;
export const thereNoCurrentPriceYour = ({ joinNames }: { joinNames: Value }) =>
  `There is no current price. Your exit from ${joinNames} settles at the first valid price. You can cancel it until then.`;
export const thisBotNotInYour = ({ locked }: { locked: Value }) =>
  `This bot is not in your package yet. ${locked}.`;
export const thisClosesAllLinesBots = ({ lines }: { lines: Value }) =>
  `This closes all ${lines} bots.`;
export const thisClosesClosingLinesBots = ({ closing, lines, joinNames }: { closing: Value; lines: Value; joinNames: Value }) =>
  `This closes ${closing} of ${lines} bots: ${joinNames}.`;
export const thisClosesYourPositionIn = ({ botName }: { botName: Value }) =>
  `This closes your position in ${botName}.`;
export const to = "To";
export const topUpFailed = "Top-Up Failed";
export const totalDeposits = ({ totalDeposits }: { totalDeposits: ReactNode }) =>
  join("Total deposits ", totalDeposits);
export const trade = "Trade";
export const tradingBots = "Trading Bots";
export const transferFailed = "Transfer Failed";
export const transferFromInvestmentFund = "Transfer from Investment Fund";
export const transferRunningProfits = "Transfer Running Profits";
export const transferSuccessful = "Transfer Successful";
export const transferToBalance = "Transfer to balance";
export const transferring = "Transferring...";
export const tryTheCheckAgain = "Try again";
export const unitPriceNav = "Unit price (NAV)";
export const unitPriceNow = "Unit price now";
export const units = "Units";
export const unitsRedeemed = "Units redeemed";
export const upgradePackageToUnlock = "Upgrade package to unlock";
export const valueNow = "Value now";
export const valuesCanChangeUntilYou = "Values can change until you confirm. The exit settles at the value at that time.";
export const veryHigh = "Very high";
export const veryLow = "Very low";
export const waiting = "Waiting";
export const waitingForPriceAtLast = "Waiting for a price (at the last known price)";
export const waziSharesOnlyInGains = "Wazi shares only in gains above the money you put in. Losses are made up before any share is taken.";
export const whatIsThis = "What is this?";
export const whenToClosePositionOptional = ({ whatIs }: { whatIs: ReactNode }) =>
  join("When to close the position (optional)", whatIs);
export const winRate = "Win rate";
export const windingUp = "Winding up";
export const won = "Won";
export const youHaveNoActiveBots = "You have no active bots yet. Choose a bot and allocate part of your balance to it.";
export const youHaveNoMoneyIn = ({ name }: { name: Value }) =>
  `You have no money in ${name}. The amount you allocate buys units at the current unit price.`;
export const youKeepEachProfitWazi = ({ userSharePct, userSharePct2 }: { userSharePct: ReactNode; userSharePct2: Value }) =>
  join("You keep ", userSharePct, " of each profit. Wazi takes ", userSharePct2, "%. This split does not change while the position is open.");
export const youOnlyHaveBalanceIn = ({ balance }: { balance: Value }) =>
  `You only have $${balance} in your balance`;
export const yourAmount = "Your amount";
export const yourBots = "your bots";
export const yourOwnMoney = "Your own money";
export const yourPackage = "Your package";
export const yourPartEachTradesGain = "Your part of each trade's gain or loss, before the profit share.";
export const yourPosition = "Your position";
export const yourPositionInBotnameUnchanged = ({ botName }: { botName: Value }) =>
  `Your position in ${botName} is unchanged.`;
export const yourPositionStaysAndYou = "Your position stays, and you can leave at any time.";
export const yourRunningProfit = "Your running profit";
export const yourRunningProfits = "Your running profits";
export const yourShareOfAProfit = "Your share of a profit";
export const yourTrades = "your trades";
export const yourTrades2 = "Your trades";
