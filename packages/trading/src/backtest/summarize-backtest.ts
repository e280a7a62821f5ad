import type { BacktestResult } from "./run-backtest.ts";
import type { BarColumns } from "../bar-columns.ts";
import { computeSharpeAndSortino, type EquityCalendar, findEquityCalendar } from "../statistics/risk-ratios.ts";
import { computeDeepestFall } from "../statistics/running-drawdown.ts";
import { TradeTally } from "../statistics/trade-tally.ts";
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

/** @param calendar the periods of the bars, for a caller that summarizes many backtests of one series */
export function summarizeBacktest(
  bars: BarColumns,
  { trades, equity, warmUp }: BacktestResult,
  calendar: EquityCalendar = findEquityCalendar(bars.time),
): BacktestStatistics {
  const first = equity[0] ?? NaN;
  const last = equity[equity.length - 1] ?? NaN;
  const { tally, barsHeld } = tallyTrades(trades);
  const held = ((bars.close[bars.length - 1] ?? NaN) / (bars.close[warmUp] ?? NaN) - 1) * 100;
  return {
    returnPct: (last / first - 1) * 100,
    finalEquity: last,
    trades: trades.length,
    winRatePct: tally.winRatePct(),
    maxDrawdownPct: -100 * computeDeepestFall(equity),
    profitFactor: tally.profitFactor(),
    ...computeSharpeAndSortino(calendar, equity),
    buyAndHoldPct: toFigure(held),
    exposurePct: (barsHeld / bars.length) * 100,
  };
}

function toFigure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function tallyTrades(trades: TradeLog): { tally: TradeTally; barsHeld: number } {
  const tally = new TradeTally();
  let barsHeld = 0;
  let lastBarHeld = -1;
  for (let index = 0; index < trades.length; index += 1) {
    const { size, entryBar, exitBar, entryPrice, pnl } = trades.at(index);
    tally.add(pnl / (Math.abs(size) * entryPrice), pnl > 0);
    // A bar counts once when one trade closes and the next opens on it.
    const from = Math.max(entryBar, lastBarHeld + 1);
    if (exitBar >= from) barsHeld += exitBar - from + 1;
    lastBarHeld = Math.max(lastBarHeld, exitBar);
  }
  return { tally, barsHeld };
}
