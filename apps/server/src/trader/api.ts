/** All that other nouns may use. */
export type { BotInstrument } from "./loop/trading-bot.ts";
export { readFeedDays, readPlatformRisk, toDay } from "./entry-limits/platform-risk.ts";
export { countEntryRefusals, listEntryRefusals, listEntryStops } from "./entry-limits/store.ts";
export { listFeedAges, readLastCandles, readTraderState } from "./health/store.ts";
