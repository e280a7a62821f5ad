// Made from the catalogue of the same name in apps/web/messages by `npm run messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBotsRuleRunOver = "A bot's rule run over real past prices, with all costs. Nobody invested. It is not a record, and past results do not predict future ones.";
export const aGainAtWhichYour = "A gain at which your position closes without a click from you, at the price of that moment.";
export const aLossAtWhichYour = "A loss at which your position closes without a click from you. It closes at the price of that moment, which can be worse than the level you set.";
export const aLossThatYouTook = "A loss that you took when you left a bot. If you join the same bot again, it is made up first. Until then, Wazi takes no share of the profit.";
export const aShortTrade = "a short trade";
export const aStopLoss = "a stop-loss";
export const aTradeThatGainsWhen = "A trade that gains when the price falls. The bot sells first and buys back later. If the price rises instead, the trade loses.";
export const aUnit = "a unit";
export const aUnitPrice108 = "A unit price of 1.08 means that the bot is 8% up since its start.";
export const answersToCommonQuestionsWords = "Answers to common questions, the words we use, and how to reach us.";
export const atUnitPrice125 = "At a unit price of $1.25, $100 buys 80 units.";
export const carriedLoss = "Carried loss";
export const contact = "Contact";
export const doINeedTradingExperience = "Do I need trading experience?";
export const drawdown = "Drawdown";
export const exampleExample = ({ example }: { example: Value }) =>
  `Example: ${example}`;
export const financing = "Financing";
export const forexCryptoStocksCommoditiesAnd = "Forex, crypto, stocks, commodities and indices. Each price has a tag that shows where it comes from: LIVE, REPLAY or SIMULATED.";
export const foundFound = ({ found }: { found: Value }) =>
  `${found} found`;
export const from120DownTo90 = "From $120 down to $90 is a drawdown of 25%.";
export const gains300AndLosses200 = "Gains of $300 and losses of $200 give a profit factor of 1.50.";
export const glossary = "Glossary";
export const help = "Help";
export const howDoIWithdrawMy = "How do I withdraw my profits?";
export const howDoesWaziWork = "How does Wazi work?";
export const howLongUntilISee = "How long until I see profits?";
export const isMyMoneySafe = "Is my money safe?";
export const moreAboutFiguresBotHow = ({ link }: { link: Wrap }) =>
  join("More about the figures of a bot: ", link("How to read this"), ".");
export const n100TotalDeposits100Unlock = "$100. Total deposits of $100 unlock 3 bots, $500 unlock 5, and $1,000 or more unlock all 8. There is no monthly fee.";
export const n300WithStopLoss10 = "$300 with a stop-loss of 10% closes when about $30 is lost.";
export const noAnswersFoundTryAnother = "No answers found. Try another word.";
export const noBotsDecideWhenTo = "No. The bots decide when to buy and sell. You decide how much money each bot gets and at what loss it must stop. Read what a bot does, and what it does badly, before you give it money.";
export const nobodyCanSayAndYou = "Nobody can say, and you should not trust anyone who does. A bot closes some trades with a gain and some with a loss. You see each one when it closes. Wazi takes its share only after losses are made up.";
export const profitFactor = "Profit factor";
export const profitShare = "Profit share";
export const questions = "Questions";
export const replaySimulatedLive = "REPLAY, SIMULATED, LIVE";
export const runningProfit = "Running profit";
export const searchHelp = "Search help";
export const short = "Short";
export const slippage = "Slippage";
export const soldAt100AndBought = "Sold at $100 and bought back at $95: a gain of $5, less costs.";
export const spread = "Spread";
export const stopLoss = "Stop-loss";
export const takeProfit = "Take-profit";
export const theDifferenceBetweenPriceTo = "The difference between the price to buy and the price to sell. Each trade pays half of it at its start and half at its end.";
export const theDifferenceBetweenQuotedPrice = "The difference between the quoted price and the price at which an order is filled.";
export const theFallFromHighestValue = "The fall from the highest value so far. The maximum drawdown is the deepest such fall. It shows what you would have had to sit through.";
export const theGainsAllWinningTrades = "The gains of all winning trades, divided by the losses of all losing ones. Above 1 the bot gained, below 1 it lost.";
export const thePartProfitThatWazi = "The part of a profit that Wazi keeps: 30%, 20% or 10%, depending on your plan. It is taken only from profit above what you put in, when you take that profit out.";
export const theProfitFactor = "the profit factor";
export const theShareClosedTradesThat = "The share of closed trades that gained. It says nothing about how much: many small gains and one large loss can still lose money.";
export const theUnitPriceNav = "the unit price (NAV)";
export const thisInstallationHasNoSupport = "This installation has no support contact.";
export const transferYourRunningProfitsTo = "Transfer your running profits to your balance, then withdraw $10 or more: in USDT, ETH, BTC or LTC, to a bank in ten African countries, or to M-Pesa in Kenya and Tanzania. The network fee is covered. We will never ask you to pay in order to withdraw. The status page shows how long withdrawals take.";
export const unit = "Unit";
export const unitPriceNav = "Unit price (NAV)";
export const weNeverAskForYour = ({ link, link2 }: { link: Wrap; link2: Wrap }) =>
  join("We never ask for your password, a code, or a payment in order to withdraw. What Wazi costs: ", link("Fees"), " and ", link2("How Wazi makes money"), ".");
export const whatIsTerm = ({ term }: { term: Value }) =>
  `What is ${term}?`;
export const whatIsTheMinimumDeposit = "What is the minimum deposit?";
export const whatItCostsToHold = "What it costs to hold a trade overnight. In forex, the bot sometimes receives it.";
export const whatOneUnitBotWorth = "What one unit of a bot is worth. It starts at 1 and moves with the bot's trades, after all costs. NAV is short for net asset value.";
export const wherePricesComeFromLive = "Where prices come from. LIVE: the market, now. REPLAY: real prices of the past, played again. SIMULATED: computed prices that never existed.";
export const whichMarketsAreAvailable = "Which markets are available?";
export const winRate = "Win rate";
export const withShare20PercentYou = "With a share of 20%, you keep $80 of a profit of $100.";
export const withdrawDrawdownFee = "withdraw, drawdown, fee …";
export const youMakeDepositAndAllocate = "You make a deposit and allocate part of your balance to one or more bots. Each bot trades one market with a fixed strategy. Its trades move the value of your position up or down. You keep 70 to 90% of a profit, depending on your plan. Every step is a ledger entry that you can read.";
export const yourRecordsSafeEveryCent = "Your records are safe: every cent is in a ledger that is checked regularly, and no entry is ever changed. Money in a bot is at risk, because trading is risky. A bot can lose, and a loss may never be recovered. Put in only what you can afford to lose.";
export const yourShareBotWhenYou = "Your share of a bot. When you activate a bot, your money buys units at the price of that moment. All investors of a bot own units of the same kind.";
export const yourShareGainYourActive = "Your share of the gain of your active bots, less their losses. It can be negative. You can move it to your balance when it is above zero.";
