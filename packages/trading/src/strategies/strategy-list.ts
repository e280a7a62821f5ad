import { donchianAtrTrend } from "./donchian-atr-trend.ts";
import { emaAtrScalp } from "./ema-atr-scalp.ts";
import type { Strategy } from "./strategy.ts";

/** Every strategy there is, by its own name. */
export const strategies: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  [donchianAtrTrend.name, donchianAtrTrend],
  [emaAtrScalp.name, emaAtrScalp],
]);
