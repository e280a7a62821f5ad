import * as texts from "../messages/help.ts";

/** A word of the app that needs an explanation. */
interface GlossaryEntry {
  id: string;
  term: string;
  meaning: string;
  example?: string;
}

export const glossary: readonly GlossaryEntry[] = [
  {
    id: "unit",
    term: texts.unit,
    meaning: texts.unitsMeaning,
    example: texts.unitsExample,
  },
  {
    id: "nav",
    term: texts.navTerm,
    meaning: texts.navMeaning,
    example: texts.navExample,
  },
  {
    id: "drawdown",
    term: texts.drawdown,
    meaning: texts.drawdownMeaning,
    example: texts.drawdownExample,
  },
  {
    id: "profit-factor",
    term: texts.profitFactor,
    meaning: texts.profitFactorMeaning,
    example: texts.profitFactorExample,
  },
  {
    id: "short",
    term: texts.short,
    meaning: texts.shortMeaning,
    example: texts.shortExample,
  },
  {
    id: "stop-loss",
    term: texts.stopLoss,
    meaning: texts.stopLossMeaning,
    example: texts.stopLossExample,
  },
  {
    id: "take-profit",
    term: texts.takeProfit,
    meaning: texts.takeProfitMeaning,
  },
  {
    id: "win-rate",
    term: texts.winRate,
    meaning: texts.winRateMeaning,
  },
  {
    id: "profit-share",
    term: texts.profitShare,
    meaning: texts.profitShareMeaning,
    example: texts.profitShareExample,
  },
  {
    id: "carried-loss",
    term: texts.carriedLoss,
    meaning: texts.lossToMakeUpMeaning,
  },
  {
    id: "spread",
    term: texts.spread,
    meaning: texts.spreadMeaning,
  },
  {
    id: "slippage",
    term: texts.slippage,
    meaning: texts.slippageMeaning,
  },
  {
    id: "financing",
    term: texts.financing,
    meaning: texts.financingMeaning,
  },
  {
    id: "running-profit",
    term: texts.runningProfit,
    meaning: texts.runningProfitMeaning,
  },
  {
    id: "replay",
    term: texts.feedsTerm,
    meaning: texts.feedsMeaning,
  },
  {
    id: "backtest",
    term: "BACKTEST",
    meaning: texts.backtestMeaning,
  },
];
