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
const SHARPE_RANGE = texts.sharpeRange({ minus: minus(worked.sharpeLow), minus2: minus(worked.sharpeHigh) });

export const figureGroups: readonly FigureGroup[] = [
  {
    title: texts.whatHappened,
    intro: texts.pastIntro,
    figures: [
      {
        id: "return",
        name: texts.returnLabel,
        meaning: texts.returnMeaning,
        working: [texts.returnWorking({ start: worked.start, end: worked.end }), `${worked.end} ÷ ${worked.start} − 1`],
        result: `+${worked.returnPct}%`,
        watch: texts.returnWatch,
      },
      {
        id: "unit-price",
        name: texts.unitPrice,
        meaning: texts.unitMeaning,
        working: [texts.unitStartWorking, texts.unitNowWorking({ start: worked.start, end: worked.end })],
        result: worked.unitPrice,
        watch: texts.unitWatch,
      },
      {
        id: "buy-and-hold",
        name: texts.benchmarksName,
        meaning: texts.benchmarksMeaning,
        working: [
          texts.benchmarksMarketWorking({ heldPct: worked.heldPct }),
          texts.benchmarksCashWorking({ cashMonthPct: worked.cashMonthPct, cashPct: worked.cashPct }),
        ],
        result: texts.benchmarksResult({ heldPct: worked.heldPct, cashPct: worked.cashPct }),
        watch: texts.benchmarksWatch,
      },
      {
        id: "excess-return",
        name: texts.excessName,
        meaning: texts.excessMeaning,
        working: [
          texts.excessMeanWorking({ meanMonthPct: worked.meanMonthPct }),
          texts.excessYearWorking({ excessLowPct: worked.excessLowPct, excessHighPct: worked.excessHighPct }),
        ],
        result: texts.excessResult({ excessPct: worked.excessPct }),
        watch: texts.excessWatch,
      },
      {
        id: "win-rate",
        name: texts.winRate,
        meaning: texts.winRateMeaning,
        working: [texts.winRateWorking({ wins: worked.wins, months: worked.months })],
        result: `${worked.winRatePct}%`,
        watch: texts.winRateWatch,
      },
      {
        id: "profit-factor",
        name: texts.profitFactor,
        meaning: texts.profitFactorMeaning,
        working: [
          texts.profitFactorWorking({ gainsPct: worked.gainsPct, lossesPct: worked.lossesPct }),
          `${worked.gainsPct} ÷ ${worked.lossesPct}`,
        ],
        result: worked.profitFactor,
        watch: texts.profitFactorWatch,
      },
      {
        id: "drawdown",
        name: texts.drawdown,
        meaning: texts.drawdownMeaning,
        working: [texts.drawdownWorking({ peak: worked.peak, low: worked.low })],
        result: `−${worked.drawdownPct}%`,
        watch: texts.drawdownWatch,
      },
      {
        id: "costs",
        name: texts.costs,
        meaning: texts.costsMeaning,
        working: [
          texts.costsWorking({
            costPct: worked.costPct,
            months: worked.months,
            costsPct: worked.costsPct,
          }),
          texts.costsComparedWorking({ withoutCosts: worked.withoutCosts, end: worked.end }),
        ],
        result: texts.costsResult({ costsTook: worked.costsTook, start: worked.start }),
        watch: texts.costsWatch,
      },
    ],
  },
  {
    title: texts.luckTitle,
    intro: texts.luckIntro,
    figures: [
      {
        id: "sharpe",
        name: texts.sharpeName,
        meaning: texts.sharpeMeaning,
        working: [
          texts.sharpeMonthWorking({
            meanMonthPct: worked.meanMonthPct,
            deviationMonthPct: worked.deviationMonthPct,
          }),
          texts.sharpeYearWorking({
            meanMonthPct: worked.meanMonthPct,
            deviationMonthPct: worked.deviationMonthPct,
            monthSharpe: worked.monthSharpe,
          }),
        ],
        result: `${worked.sharpe} [${SHARPE_RANGE}]`,
        watch: texts.sharpeWatch,
      },
      {
        id: "years",
        name: texts.yearsName,
        meaning: texts.yearsNeededMeaning,
        working: [
          texts.yearsNeededWorking({
            sharpe: worked.sharpe,
            monthsNeeded: worked.monthsNeeded,
            yearsNeeded: worked.yearsNeeded,
          }),
          texts.yearsMissingWorking,
        ],
        result: texts.yearsResult({ yearsMissing: worked.yearsMissing }),
        watch: texts.yearsNeededWatch,
      },
      {
        id: "deflated",
        name: texts.deflatedName,
        meaning: texts.deflatedMeaning,
        working: [
          texts.deflatedTriesWorking({ tried: worked.tried }),
          texts.deflatedWorking({ tried: worked.tried, luckySharpe: worked.luckySharpe, sharpe: worked.sharpe }),
        ],
        result: `${worked.deflatedPct}%`,
        watch: texts.deflatedWatch,
      },
      {
        id: "overfitting",
        name: texts.overfittingName,
        meaning: texts.overfittingMeaning,
        working: [
          texts.overfittingCutsWorking({ cuts: worked.cuts }),
          texts.overfittingWorseWorking({ worseCuts: worked.worseCuts }),
        ],
        result: `${worked.overfittingPct}%`,
        watch: texts.overfittingMiddleWatch,
      },
      {
        id: "halves",
        name: texts.halvesName,
        meaning: texts.halvesMeaning,
        working: [texts.halvesWorking],
        result: texts.notKnown,
        watch: texts.halvesWatch,
      },
    ],
  },
  {
    title: texts.sourcesTitle,
    intro: texts.sourcesIntro,
    figures: [
      {
        id: "backtest",
        name: "BACKTEST",
        meaning: texts.backtestMeaning,
        working: [texts.backtestShownWorking, texts.evidenceSourceWorking],
        result: texts.backtestResult,
        watch: texts.overfittingWatch,
      },
      {
        id: "own-record",
        name: texts.ownRecord,
        meaning: texts.ownRecordMeaning,
        working: [texts.ownRecordWorking({ months: worked.months })],
        result: texts.ownRecordResult({ months: worked.months }),
        watch: texts.ownRecordWatch,
      },
    ],
  },
];

/** The rule behind each verdict. */
export const verdicts = [
  {
    name: texts.verdictNone,
    rule: texts.verdictNoneRule,
  },
  {
    name: texts.verdictWeak,
    rule: texts.verdictWeakRule,
  },
  {
    name: texts.verdictBothHalves,
    rule: texts.verdictBothHalvesRule,
  },
  {
    name: texts.verdictNotJudged,
    rule: texts.verdictNotJudgedRule,
  },
  {
    name: texts.verdictBenchmark,
    rule: texts.verdictBenchmarkRule,
  },
] as const;
