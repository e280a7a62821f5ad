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
    meaning: texts.yourShareBotWhenYou,
    example: texts.atUnitPrice125,
  },
  {
    id: "nav",
    term: texts.unitPriceNav,
    meaning: texts.whatOneUnitBotWorth,
    example: texts.aUnitPrice108,
  },
  {
    id: "drawdown",
    term: texts.drawdown,
    meaning: texts.theFallFromHighestValue,
    example: texts.from120DownTo90,
  },
  {
    id: "profit-factor",
    term: texts.profitFactor,
    meaning: texts.theGainsAllWinningTrades,
    example: texts.gains300AndLosses200,
  },
  {
    id: "short",
    term: texts.short,
    meaning: texts.aTradeThatGainsWhen,
    example: texts.soldAt100AndBought,
  },
  {
    id: "stop-loss",
    term: texts.stopLoss,
    meaning: texts.aLossAtWhichYour,
    example: texts.n300WithStopLoss10,
  },
  {
    id: "take-profit",
    term: texts.takeProfit,
    meaning: texts.aGainAtWhichYour,
  },
  {
    id: "win-rate",
    term: texts.winRate,
    meaning: texts.theShareClosedTradesThat,
  },
  {
    id: "profit-share",
    term: texts.profitShare,
    meaning: texts.thePartProfitThatWazi,
    example: texts.withShare20PercentYou,
  },
  {
    id: "carried-loss",
    term: texts.carriedLoss,
    meaning: texts.aLossThatYouTook,
  },
  {
    id: "spread",
    term: texts.spread,
    meaning: texts.theDifferenceBetweenPriceTo,
  },
  {
    id: "slippage",
    term: texts.slippage,
    meaning: texts.theDifferenceBetweenQuotedPrice,
  },
  {
    id: "financing",
    term: texts.financing,
    meaning: texts.whatItCostsToHold,
  },
  {
    id: "running-profit",
    term: texts.runningProfit,
    meaning: texts.yourShareGainYourActive,
  },
  {
    id: "replay",
    term: texts.replaySimulatedLive,
    meaning: texts.wherePricesComeFromLive,
  },
  {
    id: "backtest",
    term: "BACKTEST",
    meaning: texts.aBotsRuleRunOver,
  },
];
