import { workedFigures as worked } from "./worked-figures.ts";
import * as texts from "../messages/how-to-read.ts";

/** A figure, explained with the example year. */
export interface FigureText {
  /** Its place on the page: /how-to-read#id. */
  id: string;
  name: string;
  meaning: string;
  working: readonly string[];
  result: string;
  /** A warning about reading the figure. */
  watch: string;
}

export interface FigureGroup {
  title: string;
  intro: string;
  figures: readonly FigureText[];
}

const minus = (value: number): string => (value < 0 ? `−${Math.abs(value)}` : String(value));
const SHARPE_RANGE = texts.minusToMinus2({ minus: minus(worked.sharpeLow), minus2: minus(worked.sharpeHigh) });

export const figureGroups: readonly FigureGroup[] = [
  {
    title: texts.whatHappened,
    intro: texts.theseFiguresDescribePastThey,
    figures: [
      {
        id: "return",
        name: texts.returnLabel,
        meaning: texts.howMuchMoneyGrewOr,
        working: [
          texts.startBecameEnd({ start: worked.start, end: worked.end }),
          `${worked.end} ÷ ${worked.start} − 1`,
        ],
        result: `+${worked.returnPct}%`,
        watch: texts.alwaysAskOverWhichPeriod,
      },
      {
        id: "unit-price",
        name: texts.unitPrice,
        meaning: texts.eachBotPoolUnitsUnit,
        working: [texts.theUnitCost10000, texts.yourStartUnitsNowWorth({ start: worked.start, end: worked.end })],
        result: worked.unitPrice,
        watch: texts.yourOwnReturnDependsOn,
      },
      {
        id: "buy-and-hold",
        name: texts.buyAndHoldAndCash,
        meaning: texts.whatSameMoneyWouldHave,
        working: [
          texts.theMarketRoseByHeldpct({ heldPct: worked.heldPct }),
          texts.cashEarnedCashmonthpctPercentMonth({ cashMonthPct: worked.cashMonthPct, cashPct: worked.cashPct }),
        ],
        result: texts.heldPctPercentAndCashpctPercent({ heldPct: worked.heldPct, cashPct: worked.cashPct }),
        watch: texts.aBotThatEarnsLess,
      },
      {
        id: "excess-return",
        name: texts.returnOverCash,
        meaning: texts.whatBotEarnedPerYear,
        working: [
          texts.averageMonthMeanmonthpctPercentOver({ meanMonthPct: worked.meanMonthPct }),
          texts.times12Months95Percent({ excessLowPct: worked.excessLowPct, excessHighPct: worked.excessHighPct }),
        ],
        result: texts.excessPctPercentAYear({ excessPct: worked.excessPct }),
        watch: texts.below0CashWouldHave,
      },
      {
        id: "win-rate",
        name: texts.winRate,
        meaning: texts.theShareClosedTradesThat,
        working: [texts.winsOfMonthsTradesGained({ wins: worked.wins, months: worked.months })],
        result: `${worked.winRatePct}%`,
        watch: texts.aHighWinRateDoes,
      },
      {
        id: "profit-factor",
        name: texts.profitFactor,
        meaning: texts.allGainsDividedByAll,
        working: [
          texts.gainsGainspctPercentLossesLossespct({ gainsPct: worked.gainsPct, lossesPct: worked.lossesPct }),
          `${worked.gainsPct} ÷ ${worked.lossesPct}`,
        ],
        result: worked.profitFactor,
        watch: texts.withFewTradesOneLucky,
      },
      {
        id: "drawdown",
        name: texts.drawdown,
        meaning: texts.theFallFromHighestPoint,
        working: [texts.highestBeforeItPeakThen({ peak: worked.peak, low: worked.low })],
        result: `−${worked.drawdownPct}%`,
        watch: texts.theDeepestFallUsuallyStill,
      },
      {
        id: "costs",
        name: texts.costs,
        meaning: texts.everyTradePaysSpreadBuying,
        working: [
          texts.eachTradeCostCostpctPercent({
            costPct: worked.costPct,
            months: worked.months,
            costsPct: worked.costsPct,
          }),
          texts.withoutCostsWithoutcostsWithCosts({ withoutCosts: worked.withoutCosts, end: worked.end }),
        ],
        result: texts.costsTookAYearOnStart({ costsTook: worked.costsTook, start: worked.start }),
        watch: texts.aBotThatTradesOften,
      },
    ],
  },
  {
    title: texts.whatItProves,
    intro: texts.couldLuckAloneHaveDone,
    figures: [
      {
        id: "sharpe",
        name: texts.sharpeRatioAndItsRange,
        meaning: texts.theReturnOverCashDivided,
        working: [
          texts.averageMonthOverCashMeanmonthpct({
            meanMonthPct: worked.meanMonthPct,
            deviationMonthPct: worked.deviationMonthPct,
          }),
          texts.meanMonthPctDeviationmonthpctMonthsharpeMonthTimes({
            meanMonthPct: worked.meanMonthPct,
            deviationMonthPct: worked.deviationMonthPct,
            monthSharpe: worked.monthSharpe,
          }),
        ],
        result: `${worked.sharpe} [${SHARPE_RANGE}]`,
        watch: texts.readRangeNotFigureIf,
      },
      {
        id: "years",
        name: texts.yearsNeededYearsMissing,
        meaning: texts.howLongRecordWouldHave,
        working: [
          texts.atRatioSharpeMonthsneededMonths({
            sharpe: worked.sharpe,
            monthsNeeded: worked.monthsNeeded,
            yearsNeeded: worked.yearsNeeded,
          }),
          texts.theRecordHas1Year,
        ],
        result: texts.yearsMissingYearsMissing({ yearsMissing: worked.yearsMissing }),
        watch: texts.thisWhyGoodYearProves,
      },
      {
        id: "deflated",
        name: texts.deflatedSharpeRatio,
        meaning: texts.whoeverTriesManySettingsFinds,
        working: [
          texts.triedSettingsWereTried({ tried: worked.tried }),
          texts.theBestTriedWithoutAny({ tried: worked.tried, luckySharpe: worked.luckySharpe, sharpe: worked.sharpe }),
        ],
        result: `${worked.deflatedPct}%`,
        watch: texts.from95PercentNumberTries,
      },
      {
        id: "overfitting",
        name: texts.probabilityOfOverfitting,
        meaning: texts.timeCutIntoHalvesIn,
        working: [
          texts.cutsWaysToCut16({ cuts: worked.cuts }),
          texts.inWorsecutsThemBestSetting({ worseCuts: worked.worseCuts }),
        ],
        result: `${worked.overfittingPct}%`,
        watch: texts.around50PercentChoosingBest,
      },
      {
        id: "halves",
        name: texts.firstHalfSecondHalf,
        meaning: texts.theSameFiguresForTwo,
        working: [texts.oneYearTooShortEach],
        result: texts.notKnown,
        watch: texts.ifAllGainInOne,
      },
    ],
  },
  {
    title: texts.whereTheFiguresComeFrom,
    intro: texts.aFigureWithoutItsSource,
    figures: [
      {
        id: "backtest",
        name: "BACKTEST",
        meaning: texts.theBotsRuleRunOver,
        working: [texts.shownWithItsDatesCosts, texts.aFingerprintHashPricesCode],
        result: texts.notARecord,
        watch: texts.aBacktestCanChosenWith,
      },
      {
        id: "own-record",
        name: texts.ownRecord,
        meaning: texts.from30ClosedTradesOn,
        working: [texts.theExampleHasMonthsTrades({ months: worked.months })],
        result: texts.monthsOf30Trades({ months: worked.months }),
        watch: texts.thirtyTradesEnoughToShow,
      },
    ],
  },
];

/** The rule behind each verdict. */
export const verdicts = [
  {
    name: texts.noEvidenceOfAnEdge,
    rule: texts.the95PercentRangeSharpe,
  },
  {
    name: texts.weakEvidence,
    rule: texts.theWholeRangeAbove0,
  },
  {
    name: texts.evidenceInBothHalves,
    rule: texts.theWholeRangeAbove0Deflated,
  },
] as const;
