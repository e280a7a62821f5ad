import type { BacktestStrategy } from "../backtest-strategy.ts";
import { bollingerFade } from "./bollinger-fade.ts";
import { donchianStop } from "./donchian-stop.ts";
import { donchian } from "./donchian.ts";
import { emaScalp } from "./ema-scalp.ts";
import { obvTrend } from "./obv-trend.ts";
import { rocMomentum } from "./roc-momentum.ts";
import { rsiReversion } from "./rsi-reversion.ts";
import { rsi2Swing } from "./rsi2-swing.ts";
import { smaBracket } from "./sma-bracket.ts";
import { smaCross } from "./sma-cross.ts";
import { tsmom } from "./tsmom.ts";

/** The strategies for backtests, in the order of display. */
export const backtestStrategies: readonly BacktestStrategy[] = [
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
];
