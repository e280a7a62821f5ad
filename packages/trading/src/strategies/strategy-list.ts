import { dividendCapture } from "./dividend-capture.ts";
import { momentum } from "./momentum.ts";
import { scalping } from "./scalping.ts";
import type { Strategy } from "./strategy.ts";
import { swingTrading } from "./swing-trading.ts";
import { trendFollowing } from "./trend-following.ts";
import { volumeAnalysis } from "./volume-analysis.ts";

/** All strategies by name, in the order of the catalogue's families. */
export const strategies: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  [scalping.name, scalping],
  [volumeAnalysis.name, volumeAnalysis],
  [momentum.name, momentum],
  [swingTrading.name, swingTrading],
  [trendFollowing.name, trendFollowing],
  [dividendCapture.name, dividendCapture],
]);
