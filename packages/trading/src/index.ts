export * from "./candle.ts";
export * from "./candle-aggregator.ts";
export * from "./pricing/scaled-decimal.ts";
export * from "./pricing/trading-costs.ts";
export * from "./pricing/fill-price.ts";
export * from "./pricing/nav-factor.ts";
export { isCrossPair, isGainConverted } from "./pricing/quote-currency.ts";
export * from "./costs/financing.ts";
export * from "./costs/financing-rates.ts";
export * from "./costs/corporate-actions.ts";
export * from "./costs/sessions.ts";
export * from "./costs/trade-costs.ts";
export * from "./strategies/strategy.ts";
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
export { marketModels, modelNames, type ModelName } from "./simulation/market-models.ts";
export { type MarketModel } from "./simulation/volatility-model.ts";
export * from "./simulation/fitting/measure-returns.ts";
export * from "./simulation/fitting/real-series.ts";
export * from "./simulation/fitting/search-model.ts";
export * from "./simulation/fitting/compare-series.ts";
export * from "./simulation/fitting/simulate-correlations.ts";
export * from "./simulation/fitting/recorded-correlations.ts";
export * from "./catalogue/bot-catalogue.ts";
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
export type { MonthlyRate } from "./evidence/evidence-days.ts";
export * from "./evidence/parse-cash-rates.ts";
export type { Estimate, PeriodFigures, PlainFigures } from "./evidence/measure-period.ts";
export {
  COST_MULTIPLES,
  joinRuns,
  type RealBars,
  runSeries,
  type SeriesRuns,
  type SeriesTrade,
} from "./evidence/run-series.ts";
export { detailRuns, judgeRuns, type JudgedRecord, type RecordDetails } from "./evidence/judge-runs.ts";
export { listVariants } from "./evidence/variants.ts";
export { formatMonth } from "./core-portfolios/parse-monthly-columns.ts";
export { computePartReturns, PART_FILES, type PartTexts } from "./core-portfolios/part-returns.ts";
export { corePortfolios, type RecordSpan } from "./core-portfolios/core-portfolio-list.ts";
export type { CoreFigures } from "./core-portfolios/measure-core-run.ts";
export type { Keep } from "./core-portfolios/keeps.ts";
export { type CoreRecord, judgeCorePortfolio } from "./core-portfolios/judge-core-portfolio.ts";
export * from "./sweep/parameter-grid.ts";
export * from "./sweep/sweep-figures.ts";
