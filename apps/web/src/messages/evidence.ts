// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const afterAverageYearCostsTaken = "after an average year, costs taken off";
export const afterYearTradingCostsAlone = "after a year of trading costs alone";
export const atBottomDeepestFallIn = ({ years }: { years: Value }) =>
  `at the bottom of the deepest fall in ${years}`;
export const backtest = "Backtest";
export const backtestOnRealPricesFrom = ({ from, to, botName, change }: { from: Value; to: Value; botName: Value; change: Value }) =>
  `Backtest on real prices, ${from} to ${to}, after costs: ${botName} ${change},`;
export const barsBarsHashData = ({ bars, data }: { bars: Value; data: Value }) =>
  `${bars} bars, hash ${data}`;
export const beforeCashDeductedBotsTrades = ({ sharpeBeforeCash }: { sharpeBeforeCash: Value }) =>
  `Before cash is deducted, the bot's trades alone have a Sharpe ratio of ${sharpeBeforeCash}.`;
export const bothHalves = "Both halves";
export const buyAndHold = "Buy and hold";
export const buyAndHoldChangeCash = ({ change, change2 }: { change: Value; change2: Value }) =>
  `buy and hold ${change}, cash ${change2}.`;
export const buyAndHoldSameSeries = ({ cashSource, part }: { cashSource: Value; part: ReactNode }) =>
  join("Buy and hold: the same series in equal parts, without costs. Cash: ", cashSource, ". ", part);
export const cash = "Cash";
export const costLevel = "Cost level";
export const costsAYear = "Costs a year";
export const costsAYear2 = "Costs, a year";
export const costsNoneRealAndDouble = "Costs: none, real and double";
export const costsTimesMultiple = ({ multiple }: { multiple: Value }) =>
  `Costs times ${multiple}`;
export const countComparedOverBlocksBlocks = ({ count, blocks }: { count: Value; blocks: Value }) =>
  `${count}, compared over ${blocks} blocks of time`;
export const days = "days";
export const deepestFall = "Deepest fall";
export const deflatedSharpe = "Deflated Sharpe";
export const eachPriceSeriesSeries = ({ series }: { series: Value }) =>
  `Each price series (${series})`;
export const evidence = "Evidence";
export const evidenceInBothHalves = "Evidence in both halves";
export const firstHalf = "First half";
export const fromToToOnSeries = ({ from, to, series }: { from: Value; to: Value; series: Value }) =>
  `${from} to ${to}, on ${series}, after all costs.`;
export const hashCode = ({ code }: { code: Value }) =>
  `hash ${code}`;
export const hashParameters = ({ parameters }: { parameters: Value }) =>
  `hash ${parameters}`;
export const hours = "hours";
export const howThisWasComputed = "How this was computed";
export const howToReadThis = "How to read this";
export const lowToHigh = ({ low, high }: { low: Value; high: Value }) =>
  `${low} to ${high}`;
export const minutes = "minutes";
export const n1PriceSeries = "1 price series";
export const noBacktestOnRealPrices = "No backtest on real prices is recorded for this bot yet.";
export const noEvidenceOfAnEdge = "No evidence of an edge";
export const noLengthRecordWouldShow = "No length of record would show an edge with such results.";
export const none = "None";
export const notKnown = "not known.";
export const notKnown2 = "Not known";
export const notReachable = "Not reachable";
export const oneTwoHalvesDoesNot = "One of the two halves does not show it.";
export const overCashAYear = "Over cash a year";
export const overCashAYear2 = "Over cash, a year";
export const overTheSameDays = "Over the same days";
export const overTimeRealPricesAnd = ({ time }: { time: Value }) =>
  `Over ${time} of real prices, and in each half alone, this bot did better than luck explains.`;
export const overTimeRealPricesCash = ({ time }: { time: Value }) =>
  `Over ${time} of real prices, cash earned at least as much as this bot.`;
export const overTimeRealPricesLuck = ({ time }: { time: Value }) =>
  `Over ${time} of real prices, luck alone explains what this bot earned.`;
export const overTimeRealPricesThis = ({ time }: { time: Value }) =>
  `Over ${time} of real prices, this bot did better than luck alone explains. Doubt remains.`;
export const overfitting = "Overfitting";
export const pastResultsDoNotPredict = "Past results do not predict future ones.";
export const period = "Period";
export const priceSeries = "Price series";
export const prices = "Prices";
export const recorded = "Recorded";
export const returnAYear = "Return a year";
export const ruleAndSettings = "Rule and settings";
export const secondHalf = "Second half";
export const seriesCountPriceSeries = ({ seriesCount }: { seriesCount: Value }) =>
  `${seriesCount} price series`;
export const settings = "Settings";
export const settingsTried = "Settings tried";
export const sharpe95PercentRange = "Sharpe, 95% range";
export const sharpeRatio = "Sharpe ratio";
export const sharpeRatio95PercentRange = "Sharpe ratio, 95% range";
export const sharpeRatioNotKnown = "Sharpe ratio not known.";
export const sharpeRatioSharpePerYear = ({ sharpe, explainRange }: { sharpe: Value; explainRange: Value }) =>
  `Sharpe ratio ${sharpe} per year. ${explainRange}`;
export const signedAYearOverCash = ({ signed }: { signed: Value }) =>
  `${signed} a year over cash`;
export const theEvidence = "the evidence";
export const theNumberSettingsThatTried = "The number of settings that were tried can explain it.";
export const theRangeIncludes0Luck = "The range includes 0: luck is enough.";
export const theRecordLongEnoughBut = "The record is long enough, but its range still includes 0.";
export const theRecordTooShortTo = "The record is too short to be halved.";
export const theRuleAndItsSettings = "The rule and its settings are not registered here.";
export const theWholeRangeAbove0 = "The whole range is above 0.";
export const theWholeRangeBelow0 = "The whole range is below 0: cash was better.";
export const thereTooLittleDataTo = "There is too little data to judge this bot.";
export const thisInstallationRegisteredRuleAnd = ({ registeredAt }: { registeredAt: Value }) =>
  `This installation registered the rule and its settings on ${registeredAt}. Only results from`;
export const toTellSameResultsWould = ({ yearsMissing }: { yearsMissing: Value }) =>
  `To tell, the same results would have to go on for about ${yearsMissing} more.`;
export const tooFewDaysForRange = "Too few days for a range.";
export const trades = "Trades";
export const tradingCode = "Trading code";
export const walkForward = "Walk-forward";
export const walkForwardEachWindowsWindows = ({ windows }: { windows: Value }) =>
  `Walk-forward: each of ${windows} windows was traded with the setting that was best before it.`;
export const walkForwardWalkforwardreason = ({ walkForwardReason }: { walkForwardReason: Value }) =>
  `Walk-forward: ${walkForwardReason}`;
export const weakEvidence = "Weak evidence";
export const winRate = "Win rate";
export const windowOpensOnCountAsOut = ({ windowOpens }: { windowOpens: Value }) =>
  `${windowOpens} on count as out of sample. This backtest does not.`;
export const withDoubleCosts = "With double costs";
export const withRealCosts = "With real costs";
export const withoutCosts = "Without costs";
export const yearsMissing = "Years missing";
