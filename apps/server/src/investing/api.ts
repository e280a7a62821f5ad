/** All that other nouns may use. */
export { FRACTION_PLACES, formatCostPercent } from "./bots/cost-percent.ts";
export { formatOwnBarTime, hasOwnBarTime } from "./bots/own-bar-time.ts";
export { type PoolValue, readPoolValues } from "./bots/store.ts";
export { RECORD_AFTER } from "./bots/store.ts";
export { type TradeBounds, findTradeBounds } from "./bots/store.ts";
export type { InvestedMarkets } from "./module.ts";
export { followBillRates, readBillRates } from "./retirement/bill-rates.ts";
export { toAccountFigures } from "./positions/account-figures.ts";
export { closeUserPositions } from "./positions/close-positions.ts";
export { buildInvestmentOperation } from "./positions/investment-operation.ts";
export { readSettledInvestor } from "./positions/read-settled-investor.ts";
export { applyDecision } from "./positions/snapshot-after.ts";
