// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aFirstStepWithSmallest = "A first step, with the smallest amount a bot accepts.";
export const aLedgerBehindEveryFigure = "A ledger behind every figure";
export const aYearAfterCosts = "A year, after costs";
export const activateBots = "Activate Bots";
export const activeInvestors = "Active investors";
export const addAuthenticatorAppOrPasskey = "Add an authenticator app or a passkey. Signing in and withdrawing then need it too.";
export const allBots = "All bots";
export const allBotsFrom = ({ from }: { from: Value }) =>
  `All bots, ${from}`;
export const allBotsSinceSince = ({ since }: { since: Value }) =>
  `All bots since ${since}`;
export const allFive = "All five";
export const allTradesTradesClosedHere = ({ trades, record }: { trades: Value; record: Value }) =>
  `All ${trades} trades closed here${record}, including losses.`;
export const anAccountFreeLookAround = "An account is free. Look around first. Put in only what you can afford to lose, and see where every cent goes.";
export const anAverageYear = "An average year";
export const anExampleThatShowsHow = "An example that shows how an amount is recorded. Not a forecast.";
export const apiAccess = "API access";
export const aroundTheClock = "Around The Clock";
export const aroundTheClock2 = "Around the clock";
export const arrivesAndRecordedInLedger = "arrives and is recorded in the ledger";
export const balance = "Balance";
export const botNameSharpeRatioSharpePer = ({ botName, sharpe }: { botName: Value; sharpe: Value }) =>
  `${botName}: Sharpe ratio ${sharpe} per year, with its 95% range.`;
export const bots = "Bots";
export const botsTradeAroundClockWe = "Bots trade around the clock. We do not promise support hours yet.";
export const builtToBeChecked = "Built to be checked";
export const buys100UnitsBotsPool = "buys 100 units of a bot's pool at $1.00";
export const byLowerEnd95Percent = ({ link }: { link: Wrap }) =>
  join("By the lower end of the 95% range, not by return. ", link("How to read this"));
export const chooseBotSetAmountAnd = "Choose a bot, set an amount and a stop-loss. Take your money back at any time.";
export const closedTrades = "Closed trades";
export const computedOnRealPastPrices = ({ backtestTag, link }: { backtestTag: ReactNode; link: Wrap }) =>
  join(backtestTag, "Computed on real past prices, after costs. Nobody earned or lost this money.", link("How to read this"));
export const costsCostspctPercentYear = ({ costsPct }: { costsPct: Value }) =>
  `costs of ${costsPct}% a year`;
export const couldNotLoadTrackRecord = "Could not load the track record";
export const createAccount = "Create Account";
export const customBotDevelopment = "Custom bot development";
export const dedicatedAccountManager = "Dedicated account manager";
export const deposit = "Deposit";
export const eachClosedTradeMovesUnit = "Each closed trade moves the unit price up or down, equally for every investor.";
export const eightBotsWatchTheirMarkets = "Eight bots watch their markets day and night. Each follows a fixed strategy, so you do not need to be online.";
export const enterprise = "Enterprise";
export const everyBalanceSumItsLedger = "Every balance is the sum of its ledger entries. Entries are never changed or deleted. A correction is a new entry, marked as one.";
export const everyBotAnd90Percent = "Every bot, and 90% of each profit.";
export const example = "Example";
export const fiveAssetClasses = "Five asset classes";
export const fiveMarketsCurrentPrices = "Five markets, current prices";
export const followYourFirst100 = "Follow your first $100.";
export const forexCryptoStocks = "Forex, crypto, stocks";
export const forexCryptoStocksCommoditiesAnd = "Forex, crypto, stocks, commodities and indices, all in one account.";
export const frequentlyAskedQuestions = "Frequently asked questions";
export const fromFromToTo = ({ from, to }: { from: Value; to: Value }) =>
  `from ${from} to ${to}`;
export const fundAccount = "Fund Account";
export const getStarted = "Get Started";
export const goToYourDashboard = "Go to your dashboard";
export const growEffortlessly = "Grow Effortlessly";
export const hereNow = "Here, now";
export const howTheBotsHavePerformed = "How the bots have performed";
export const howWeKeepItSafe = "How we keep it safe";
export const howYourMoneyMoves = "How your money moves";
export const identityDocumentsEncryptedWithAes = "Identity documents are encrypted with AES-256-GCM. Passwords are stored as argon2id hashes, and a second step can protect your sign-in. With real money, no private key to a deposit is on the server.";
export const limitsYouSet = "Limits you set";
export const markets = "Markets";
export const measuredNotPromised = "Measured, not promised";
export const minimumDeposit = "Minimum deposit";
export const moneyYouCanFollow = "Money you can follow.";
export const moneyYouCanFollow2 = "Money you can follow";
export const moreBotsToChooseFrom = "More bots to choose from, and a larger share of each profit.";
export const n100Pairs = "100+ pairs";
export const n247Support = "24/7 Support";
export const n2faProtected = "2FA Protected";
export const n999PercentUptime = "99.9% Uptime";
export const noBacktestOnRealPrices = "No backtest on real prices is recorded here yet.";
export const noMonthlyFeeWaziTakes = "No monthly fee. Wazi takes a share of profits only, and only after losses are made up.";
export const of300ProfitYours = "of the $3.00 profit is yours on Starter, $0.90 is Wazi's";
export const onTo = ({ to }: { to: Value }) =>
  `on ${to}`;
export const oneGainAndOneLoss = "one gain and one loss: a unit is now worth $1.03";
export const overCashLowToHigh = ({ low, high }: { low: Value; high: Value }) =>
  `Over cash: ${low} to ${high}`;
export const payWithUsdtUsdcEth = "Pay with USDT, USDC, ETH, BTC or LTC on the network of your choice. Start with as little as $100.";
export const planned = "Planned";
export const pool = "Pool";
export const pricesForDataSymbolsAvailable = ({ data }: { data: Value }) =>
  `Prices for ${data} symbols are available now.`;
export const professional = "Professional";
export const profitAYearAfterCosts = "Profit a year, after costs";
export const profitYouWazi = "Profit (you : Wazi)";
export const protectedData = "Protected data";
export const realPricesFromReturnpct = ({ from, returnPct }: { from: Value; returnPct: Value }) =>
  `Real prices ${from}${returnPct}`;
export const responseTimesAndUptimeMeasured = "Response times and uptime are measured every minute, for everyone to see.";
export const returnPctAYear = ({ returnPct }: { returnPct: Value }) =>
  `, ${returnPct} a year`;
export const securityAndReliability = "Security and reliability";
export const setYourOwnStopLoss = "Set your own stop-loss and take-profit on every position. Every bot trade also has its own stop.";
export const sharpeRatioSharpe = ({ sharpe }: { sharpe: Value }) =>
  `. Sharpe ratio ${sharpe}`;
export const signIn = "Sign In";
export const signUpAndVerifyYour = "Sign up and verify your identity. It may be required before a deposit, but never before a withdrawal.";
export const soFar = ({ measured }: { measured: ReactNode }) =>
  join("So far ", measured, ".");
export const split = "Split";
export const sslEncrypted = "SSL Encrypted";
export const startInThreeSteps = "Start in three steps";
export const startInvesting = "Start Investing";
export const startTrading = "Start Trading";
export const startWithAsLittleAs = "Start with as little as $100.";
export const starter = "Starter";
export const theDeepestFall = "The deepest fall";
export const theMeanAllBotsOn = ({ from, to, costs, verdict, record }: { from: Value; to: Value; costs: Value; verdict: ReactNode; record: Value }) =>
  join("The mean of all bots on real prices, ", from, " to ", to, ", after ", costs, ". Verdict: ", verdict, ". Nobody invested in these trades. ", record);
export const thePricesBotsSeeRefreshed = "The prices the bots see, refreshed every minute. The tag shows where a price comes from.";
export const theServerDidNotRespond = "The server did not respond. We try again every minute.";
export const thisOurTargetSeeMeasurements = ({ uptime, link }: { uptime: ReactNode; link: Wrap }) =>
  join("This is our target. ", uptime, " ", link("See the measurements"));
export const thisPageSentOverTls = "This page was sent over TLS, and your browser uses only TLS with this site.";
export const thisSiteUsesPlainHttp = "This site uses plain HTTP at the moment. Once TLS is set up, nothing else is used.";
export const threePlansBasedOnYour = "Three plans, based on your deposits";
export const threeWorkedExamples = "Three worked examples";
export const tlsWhenDeployed = "TLS when deployed";
export const todaysFigures = "Today's figures";
export const topBots = "Top bots";
export const totalProfit = "Total profit";
export const totalProfitBeforeProfitShare = "Total profit before profit share";
export const trade = "Trade";
export const trades = "Trades";
export const tradesByMarket = "Trades by market";
export const tradesClosedHereSoFar = ({ closedTrades, minRecordTrades }: { closedTrades: Value; minRecordTrades: Value }) =>
  `Trades closed here so far: ${closedTrades}. From ${minRecordTrades} closed trades, our own figures appear here.`;
export const tradingBotsForForexCrypto = "Trading bots for forex, crypto, stocks, commodities and indices. Every figure you see is computed from a ledger you can read.";
export const whatCostsTake = "What costs take";
export const whatPlatformDoesForYou = "What the platform does for you, and what is still planned.";
export const winRate = "Win rate";
export const withAiTools = "With AI Tools";
export const withdrawItWhenYouWant = "Withdraw it when you want. We pay the network fee.";
export const workedExampleStep = ({ step }: { step: Value }) =>
  `Worked example: ${step}`;
export const youAllocateItToBot = "You allocate it to a bot. It buys units of that bot's pool at the current unit price.";
export const yourMoneyArrivesAtYour = "Your money arrives at your own address and is recorded in the ledger.";
export const yoursToWithdrawIfTrades = "yours to withdraw. If the trades had lost, you would see a loss here.";
