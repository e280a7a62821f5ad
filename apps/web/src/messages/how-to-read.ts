// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBacktestCanChosenWith = "A backtest can be chosen with hindsight. The deflated ratio and the overfitting figure measure how much.";
export const aBotThatEarnsLess = "A bot that earns less than buy and hold can still be useful if it falls less deeply. Compare both.";
export const aBotThatTradesOften = "A bot that trades often must win more to earn the same. Wazi's share of a profit is not part of this figure.";
export const aFigureWithoutItsSource = "A figure without its source is worth nothing. Each one here has a tag.";
export const aFingerprintHashPricesCode = "A fingerprint (hash) of the prices, code and settings is kept.";
export const aHighWinRateDoes = "A high win rate does not mean a profit. Nine small gains and one large loss are a win rate of 90% and can lose money.";
export const allGainsDividedByAll = "All gains divided by all losses. Above 1, the gains were larger.";
export const alwaysAskOverWhichPeriod = "Always ask: over which period, on which prices, and after which costs? All three stand beside the figure.";
export const anInventedBotStartsYear = ({ start }: { start: Value }) =>
  `An invented bot starts the year with $${start}. It makes one trade a month with all of its money. Each line is one trade, after costs.`;
export const anInventedBotThatExplains = "An invented bot that explains the figures. Nobody traded it.";
export const around50PercentChoosingBest = "Around 50%, choosing the best setting was no better than picking one at random.";
export const atRatioSharpeMonthsneededMonths = ({ sharpe, monthsNeeded, yearsNeeded }: { sharpe: Value; monthsNeeded: Value; yearsNeeded: Value }) =>
  `At a ratio of ${sharpe}, ${monthsNeeded} months are needed: ${yearsNeeded} years.`;
export const averageMonthMeanmonthpctPercentOver = ({ meanMonthPct }: { meanMonthPct: Value }) =>
  `Average month: +${meanMonthPct}% over cash.`;
export const averageMonthOverCashMeanmonthpct = ({ meanMonthPct, deviationMonthPct }: { meanMonthPct: Value; deviationMonthPct: Value }) =>
  `Average month over cash: ${meanMonthPct}%. Usual swing: ${deviationMonthPct}%.`;
export const below0CashWouldHave = "Below 0, cash would have been better.";
export const buyAndHoldAndCash = "Buy and hold, and cash";
export const cashEarnedCashmonthpctPercentMonth = ({ cashMonthPct, cashPct }: { cashMonthPct: Value; cashPct: Value }) =>
  `Cash earned ${cashMonthPct}% a month, ${cashPct}% in the year.`;
export const costs = "Costs";
export const costsTookAYearOnStart = ({ costsTook, start }: { costsTook: Value; start: Value }) =>
  `$${costsTook} a year on $${start}`;
export const couldLuckAloneHaveDone = "Could luck alone have done it? These figures answer that question.";
export const cutsWaysToCut16 = ({ cuts }: { cuts: Value }) =>
  `${cuts} ways to cut 16 pieces of time into two halves.`;
export const deflatedSharpeRatio = "Deflated Sharpe ratio";
export const drawdown = "Drawdown";
export const eachBotGetsOneThree = "Each bot gets one of three verdicts, by a fixed rule. Most trading rules get the first one. That is normal, and we say so.";
export const eachBotPoolUnitsUnit = "Each bot is a pool of units. A unit starts at 1. Each closed trade moves its price, equally for every investor.";
export const eachTradeCostCostpctPercent = ({ costPct, months, costsPct }: { costPct: Value; months: Value; costsPct: Value }) =>
  `Each trade cost ${costPct}%: ${months} trades, ${costsPct}% a year.`;
export const everyTradePaysSpreadBuying = "Every trade pays the spread (buying is dearer than selling), the commission and, overnight, financing. All returns here are after costs.";
export const evidenceInBothHalves = "Evidence in both halves";
export const excessPctPercentAYear = ({ excessPct }: { excessPct: Value }) =>
  `+${excessPct}% a year`;
export const figuresOnThisPage = "Figures on this page";
export const firstHalfSecondHalf = "First half, second half";
export const from30ClosedTradesOn = "From 30 closed trades on this platform, a bot's own trades replace the backtest. The tag says which prices they were made on: SIMULATED, REPLAY or LIVE.";
export const from95PercentNumberTries = "From 95%, the number of tries no longer explains the result.";
export const gainsGainspctPercentLossesLossespct = ({ gainsPct, lossesPct }: { gainsPct: Value; lossesPct: Value }) =>
  `Gains: ${gainsPct}%. Losses: ${lossesPct}%.`;
export const heldPctPercentAndCashpctPercent = ({ heldPct, cashPct }: { heldPct: Value; cashPct: Value }) =>
  `+${heldPct}% and +${cashPct}%`;
export const highestBeforeItPeakThen = ({ peak, low }: { peak: Value; low: Value }) =>
  `Highest before it: $${peak}. Then it fell to $${low}.`;
export const howLongRecordWouldHave = "How long the record would have to be before the same ratio could be told apart from luck.";
export const howMuchMoneyGrewOr = "How much the money grew or shrank over the whole period, after trading costs.";
export const howToReadThis = "How to read this";
export const ifAllGainInOne = "If all of the gain is in one half, ask what happened there.";
export const inTheExample = "In the example";
export const inWorsecutsThemBestSetting = ({ worseCuts }: { worseCuts: Value }) =>
  `In ${worseCuts} of them, the best setting was below the middle afterwards.`;
export const meanMonthPctDeviationmonthpctMonthsharpeMonthTimes = ({ meanMonthPct, deviationMonthPct, monthSharpe }: { meanMonthPct: Value; deviationMonthPct: Value; monthSharpe: Value }) =>
  `${meanMonthPct} ÷ ${deviationMonthPct} = ${monthSharpe} a month, times √12 for a year.`;
export const minusToMinus2 = ({ minus, minus2 }: { minus: Value; minus2: Value }) =>
  `${minus} to ${minus2}`;
export const monthIndex = ({ index }: { index: Value }) =>
  `Month ${index}`;
export const monthsOf30Trades = ({ months }: { months: Value }) =>
  `${months} of 30 trades`;
export const noEvidenceOfAnEdge = "No evidence of an edge";
export const notARecord = "Not a record";
export const notKnown = "Not known";
export const oneYearTooShortEach = "One year is too short: each half needs at least 250 trading days.";
export const ownRecord = "Own record";
export const probabilityOfOverfitting = "Probability of overfitting";
export const profitFactor = "Profit factor";
export const readRangeNotFigureIf = "Read the range, not the figure. If it includes 0, luck alone explains the record.";
export const returnLabel = "Return";
export const returnOverCash = "Return over cash";
export const seeTheBots = "See the bots";
export const sharpeRatioAndItsRange = "Sharpe ratio and its range";
export const sharpeRatioSharpe95Percent = ({ sharpe, sharpeLow, sharpeHigh }: { sharpe: Value; sharpeLow: Value; sharpeHigh: Value }) =>
  `Sharpe ratio ${sharpe}, 95% range from ${sharpeLow} to ${sharpeHigh}, drawn on a line with 0 marked.`;
export const shownWithItsDatesCosts = "Shown with its dates, costs and verdict.";
export const startBecameEnd = ({ start, end }: { start: Value; end: Value }) =>
  `$${start} became $${end}.`;
export const the95PercentRangeSharpe = "The 95% range of the Sharpe ratio includes 0, or there is too little data for a range. Luck explains the record.";
export const theBestTriedWithoutAny = ({ tried, luckySharpe, sharpe }: { tried: Value; luckySharpe: Value; sharpe: Value }) =>
  `The best of ${tried} without any skill would be expected to reach ${luckySharpe}. The example has ${sharpe}.`;
export const theBotsRuleRunOver = "The bot's rule was run over real past prices with all costs. Nobody invested. It is the best that is known until the bot has a record of its own.";
export const theDeepestFallUsuallyStill = "The deepest fall is usually still to come. Expect a deeper one than the record shows.";
export const theExampleBotEarnedReturnpct = ({ returnPct, strong }: { returnPct: Value; strong: Wrap }) =>
  join("The example bot earned ", returnPct, "% in its year and beat both cash and buy and hold. Its verdict is still ", strong("No evidence of an edge"), ": one year of such results happens easily by luck.");
export const theExampleExample = ({ tag }: { tag: Wrap }) =>
  join("The example", tag("Example"));
export const theExampleHasMonthsTrades = ({ months }: { months: Value }) =>
  `The example has ${months} trades. It would still show its backtest.`;
export const theFallFromHighestPoint = "The fall from the highest point so far. The deepest one is the worst that an investor went through.";
export const theMarketRoseByHeldpct = ({ heldPct }: { heldPct: Value }) =>
  `The market rose by ${heldPct}% in the year.`;
export const theRecordHas1Year = "The record has 1 year.";
export const theReturnOverCashDivided = "The return over cash, divided by how much it swings, per year. The range says where the true ratio probably is: if the year were repeated, 95 of 100 ranges like this would contain it.";
export const theSameFiguresForTwo = "The same figures for the two halves of the record alone. A real edge shows in both.";
export const theShareClosedTradesThat = "The share of closed trades that ended with a gain.";
export const theUnitCost10000 = "The unit cost 1.0000 at the start.";
export const theVerdict = "The verdict";
export const theWholeRangeAbove0 = "The whole range is above 0. The number of settings tried, or one of the halves, still leaves doubt.";
export const theWholeRangeAbove0Deflated = "The whole range is above 0, the deflated Sharpe ratio is at least 95%, and each half alone points the same way.";
export const theseFiguresDescribePastThey = "These figures describe the past. They are exact, and they say little about the future.";
export const thirtyTradesEnoughToShow = "Thirty trades are enough to show a figure, not to prove an edge.";
export const thisWhyGoodYearProves = "This is why a good year proves nothing. At a ratio of 0.5, about 11 years are needed.";
export const timeCutIntoHalvesIn = "Time is cut into halves in many ways. How often is the setting that was best in one half below average in the other?";
export const times12Months95Percent = ({ excessLowPct, excessHighPct }: { excessLowPct: Value; excessHighPct: Value }) =>
  `Times 12 months. 95% range: ${excessLowPct}% to +${excessHighPct}%.`;
export const triedSettingsWereTried = ({ tried }: { tried: Value }) =>
  `${tried} settings were tried.`;
export const unitPrice = "Unit price";
export const weakEvidence = "Weak evidence";
export const whatBotEarnedPerYear = "What the bot earned per year beyond cash. Only this part pays you for the risk.";
export const whatEachFigureAboutBot = "What each figure about a bot means, what it can prove and what it cannot. One example is worked through from top to bottom.";
export const whatHappened = "What happened";
export const whatItProves = "What it proves";
export const whatSameMoneyWouldHave = "What the same money would have earned without the bot: by buying the same market and waiting, or by earning interest.";
export const whereTheFiguresComeFrom = "Where the figures come from";
export const whoeverTriesManySettingsFinds = "Whoever tries many settings finds a good one by luck. This is the probability that the result is better than luck, after counting all settings that were tried.";
export const winRate = "Win rate";
export const winsOfMonthsTradesGained = ({ wins, months }: { wins: Value; months: Value }) =>
  `${wins} of ${months} trades gained.`;
export const withFewTradesOneLucky = "With few trades, one lucky trade decides it.";
export const withoutCostsWithoutcostsWithCosts = ({ withoutCosts, end }: { withoutCosts: Value; end: Value }) =>
  `Without costs: $${withoutCosts}. With costs: $${end}.`;
export const yearsMissingYearsMissing = ({ yearsMissing }: { yearsMissing: Value }) =>
  `${yearsMissing} years missing`;
export const yearsNeededYearsMissing = "Years needed, years missing";
export const yourOwnReturnDependsOn = "Your own return depends on the unit price when you joined, not on the bot's first day.";
export const yourStartUnitsNowWorth = ({ start, end }: { start: Value; end: Value }) =>
  `Your ${start} units are now worth $${end}.`;
