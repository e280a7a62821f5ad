export * from "./candle.ts";
export * from "./candle-aggregator.ts";
export { findHistoryStart, startOfMonth, toMonth } from "./months.ts";
export * from "./pricing/scaled-decimal.ts";
export * from "./pricing/trading-costs.ts";
export * from "./pricing/fill-price.ts";
export * from "./pricing/nav-factor.ts";
export { isCrossPair, isGainConverted } from "./pricing/quote-currency.ts";
export * from "./costs/financing.ts";
export * from "./costs/financing-rates.ts";
export * from "./costs/corporate-actions.ts";
export * from "./costs/sessions.ts";
export { toNewYorkTime } from "./costs/new-york-time.ts";
export * from "./costs/trade-costs.ts";
export * from "./strategies/strategy.ts";
export type { AllocationStrategy, PartFigure } from "./strategies/allocation-strategy.ts";
export * from "./strategies/strategy-list.ts";
export * from "./strategies/missing-data.ts";
export * from "./bot/bot-config.ts";
export * from "./bot/bot-event.ts";
export * from "./bot/bot-state.ts";
export * from "./bot/restore-bot-state.ts";
export { dropWaitingEntries, stepBot, warmUpBot } from "./bot/step-bot.ts";
export * from "./bot/bot-runner.ts";
export * from "./bot/track-bot.ts";
export * from "./bot/play-once.ts";
export { numberMoments } from "./bot/join-by-time.ts";
export { type ExplainedDecision, explainDecision } from "./bot/explain-decision.ts";
export { findNextDecision } from "./bot/next-decision.ts";
export { findBracketExit } from "./bot/trade-fills.ts";
export { createSymbolChecker, type SymbolChecker, type PriceIssue, type PriceIssueKind } from "./feed/check-feed.ts";
export * from "./replay/replay-series.ts";
export * from "./replay/parse-candles.ts";
export { type Dividend, type DividendPlan } from "./simulation/dividend.ts";
export { type PriceWalk, roundPublishedPrice, type WalkPoint } from "./simulation/price-walk.ts";
export * from "./simulation/seeded-random.ts";
export * from "./simulation/simulated-symbols.ts";
export * from "./simulation/simulated-market.ts";
export * from "./simulation/simulate-history.ts";
export { simulateDays } from "./simulation/simulate-days.ts";
export { countKnownMonths } from "./bot/month-book.ts";
export { marketModels, modelNames, type ModelName } from "./simulation/market-models.ts";
export { type MarketModel } from "./simulation/volatility-model.ts";
export * from "./simulation/fitting/measure-returns.ts";
export * from "./simulation/fitting/real-series.ts";
export * from "./simulation/fitting/search-model.ts";
export * from "./simulation/fitting/compare-series.ts";
export * from "./simulation/fitting/simulate-correlations.ts";
export * from "./simulation/fitting/recorded-correlations.ts";
export * from "./catalogue/bot-catalogue.ts";
export {
  allBots,
  findDecisionInterval,
  getBot,
  holdsBills,
  holdsOnlyBills,
  monthSymbols,
  portfolioCatalogue,
} from "./catalogue/portfolio-catalogue.ts";
export * from "./bar-columns.ts";
export * from "./backtest/trade-log.ts";
export { type AccountSettings } from "./backtest/cash-account.ts";
export * from "./strategies/resolve-parameters.ts";
export * from "./backtest/run-backtest.ts";
export * from "./backtest/summarize-backtest.ts";
export * from "./backtest/load-bars.ts";
export * from "./evidence/registration.ts";
export * from "./statistics/running-drawdown.ts";
export * from "./statistics/trade-tally.ts";
export { computeBillMonth, computeBillReturn, formatDay, type MonthlyRate } from "./evidence/evidence-days.ts";
export { parseCashRates } from "./evidence/parse-cash-rates.ts";
export { countMonthDays, LEAST_GROWTH, listMonthlyExcess, type MonthlyExcess } from "./evidence/monthly-excess.ts";
export { computeRetirementCurve, findBound } from "./evidence/retirement.ts";
export {
  computeYearlyReturns,
  type Estimate,
  type PeriodFigures,
  type PlainFigures,
  type ReturnRecord,
} from "./evidence/measure-period.ts";
export { type RealBars, runSeries, type SeriesRuns, type SeriesTrade } from "./evidence/run-series.ts";
export { type MeasuredRun, measureRun, type RecordDetails, toOwnRecord } from "./evidence/judge-runs.ts";
export { CORE_BUYABLE_SINCE, findCouldNotBuyBefore } from "./costs/buyable-since.ts";
export type { RecordComparison } from "./evidence/compare-records.ts";
export { trackWhole } from "./evidence/track-whole.ts";
export { measureWholeBot, type WholeBot } from "./evidence/whole-bot.ts";
export { type GivenVerdict, giveVerdicts, type Verdict, type VerdictCase } from "./evidence/verdicts.ts";
export { listVariants } from "./evidence/variants.ts";
export { formatMonth } from "./evidence/parse-monthly-columns.ts";
export {
  computePartReturns,
  PART_FILES,
  type PartName,
  type PartReturns,
  PARTS,
  type PartTexts,
} from "./core-portfolios/part-returns.ts";
export { fundBots, monthlyRecords } from "./core-portfolios/fund-records.ts";
export { type CorePortfolio, corePortfolios, type RecordSpan } from "./core-portfolios/core-portfolio-list.ts";
export { type CoreFigures, countFallMonths } from "./core-portfolios/measure-core-run.ts";
export { hasEvidenceAfterShare } from "./core-portfolios/measure-after-share.ts";
export { DEFAULT_KEEP_TERMS, type Keep, type KeepMonths, keepMonths, type KeepTerms } from "./core-portfolios/keeps.ts";
export { computeLocalKeeps, type LocalKeeps, type LocalRates } from "./core-portfolios/local-keeps.ts";
export { parseLocalBills, parseLocalExchange } from "./core-portfolios/parse-local-rates.ts";
export { type CoreRecord, measureCorePortfolio } from "./core-portfolios/measure-core-portfolio.ts";
export { type CoreDetails, detailCorePortfolio } from "./core-portfolios/detail-core-portfolio.ts";
export * from "./sweep/parameter-grid.ts";
export * from "./sweep/sweep-figures.ts";
