import type { BacktestResult } from "./run-backtest.ts";
import type { BarColumns } from "./bar-columns.ts";
import { computeSharpeAndSortino } from "./risk-ratios.ts";
import type { TradeLog } from "./trade-log.ts";

/** The figures of a backtest. `null` means that a figure does not exist: no trades, no losses, or no variation. */
export interface BacktestStatistics {
  /** Last equity divided by first, less one, in per cent. */
  readonly returnPct: number;
  /** In the currency of the cash, at the last close, including an open position. */
  readonly finalEquity: number;
  /** The number of closed trades. */
  readonly trades: number;
  /** Share of closed trades with a profit above 0 after commissions, in per cent. */
  readonly winRatePct: number | null;
  /** The deepest fall of equity from a peak at bar closes, in per cent of the peak; 0 or negative. */
  readonly maxDrawdownPct: number;
  /** The winners' returns in per cent, summed, divided by those of the losers. */
  readonly profitFactor: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  /** The last close divided by the close at the warm-up index, less one, in per cent. */
  readonly buyAndHoldPct: number | null;
  /** Share of all bars within closed trades, entry and exit bar included, in per cent. */
  readonly exposurePct: number;
}

export function summarizeBacktest(bars: BarColumns, { trades, equity, warmUp }: BacktestResult): BacktestStatistics {
  const first = equity[0] ?? NaN;
  const last = equity[equity.length - 1] ?? NaN;
  const { wins, profitFactor, barsHeld } = summarizeTrades(trades);
  const held = ((bars.close[bars.length - 1] ?? NaN) / (bars.close[warmUp] ?? NaN) - 1) * 100;
  return {
    returnPct: (last / first - 1) * 100,
    finalEquity: last,
    trades: trades.length,
    winRatePct: toFigure((wins / trades.length) * 100),
    maxDrawdownPct: -100 * computeMaxDrawdown(equity),
    profitFactor: toFigure(profitFactor),
    ...computeSharpeAndSortino(bars.time, equity),
    buyAndHoldPct: toFigure(held),
    exposurePct: (barsHeld / bars.length) * 100,
  };
}

function toFigure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function summarizeTrades(trades: TradeLog): { wins: number; profitFactor: number; barsHeld: number } {
  let wins = 0;
  let gains = 0;
  let losses = 0;
  let barsHeld = 0;
  let lastBarHeld = -1;
  for (let index = 0; index < trades.length; index += 1) {
    const { size, entryBar, exitBar, entryPrice, pnl } = trades.at(index);
    const tradeReturn = pnl / (Math.abs(size) * entryPrice);
    if (pnl > 0) wins += 1;
    if (tradeReturn > 0) gains += tradeReturn;
    else losses -= tradeReturn;
    // A bar counts once when one trade closes and the next opens on it.
    const from = Math.max(entryBar, lastBarHeld + 1);
    if (exitBar >= from) barsHeld += exitBar - from + 1;
    lastBarHeld = Math.max(lastBarHeld, exitBar);
  }
  return { wins, profitFactor: gains / losses, barsHeld };
}

/** The deepest fall as a fraction of the peak before it. */
function computeMaxDrawdown(equity: Float64Array): number {
  let peak = 0;
  let lowest = 0;
  let deepest = 0;
  for (let bar = 0; bar < equity.length; bar += 1) {
    const worth = equity[bar] as number;
    if (worth > peak) {
      peak = worth;
      lowest = worth;
    } else if (worth < lowest) {
      lowest = worth;
      const fall = 1 - worth / peak;
      if (fall > deepest) deepest = fall;
    }
  }
  return deepest;
}
