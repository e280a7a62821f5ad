import { bollingerFade } from "./bollinger-fade.ts";
import { dividendCapture } from "./dividend-capture.ts";
import { donchian, donchianStop } from "./donchian.ts";
import { emaScalp } from "./ema-scalp.ts";
import { momentum } from "./momentum.ts";
import { obvTrend } from "./obv-trend.ts";
import { rocMomentum } from "./roc-momentum.ts";
import { rsiReversion } from "./rsi-reversion.ts";
import { rsi2Swing } from "./rsi2-swing.ts";
import { scalping } from "./scalping.ts";
import { smaBracket, smaCross } from "./sma-cross.ts";
import type { BotStrategy, Strategy } from "./strategy.ts";
import { swingTrading } from "./swing-trading.ts";
import { trendFilter } from "./trend-filter.ts";
import { trendFollowing } from "./trend-following.ts";
import { tsmom } from "./tsmom.ts";
import { volumeAnalysis } from "./volume-analysis.ts";

/** The strategies that were written for bots, in the order of docs/explanation/strategies.md. */
export const botStrategies: readonly BotStrategy[] = [
  scalping,
  volumeAnalysis,
  momentum,
  swingTrading,
  trendFollowing,
  trendFilter,
  dividendCapture,
];

/** All strategies, in the order of display. */
export const strategies: readonly Strategy[] = [
  smaCross,
  rsiReversion,
  rocMomentum,
  donchian,
  donchianStop,
  smaBracket,
  rsi2Swing,
  obvTrend,
  emaScalp,
  bollingerFade,
  tsmom,
  ...botStrategies,
];
