import type { Parameters } from "../strategies/strategy.ts";
import { Account, type AccountSettings } from "./account.ts";
import type { BacktestStrategy } from "./backtest-strategy.ts";
import type { BarColumns } from "./bar-columns.ts";
import { resolveBacktestParameters } from "./resolve-backtest-parameters.ts";
import type { TradeLog } from "./trade-log.ts";

export interface BacktestSettings extends AccountSettings {
  /** When true, an open position closes at the last bar's open; otherwise it is not counted as a trade. */
  readonly finalizeTrades: boolean;
}

export interface BacktestResult {
  readonly trades: TradeLog;
  /** The equity at the close of each bar. */
  readonly equity: Float64Array;
  /** The index of the first bar at which every indicator has a value. The first decision is one bar later. */
  readonly warmUp: number;
}

/**
 * Runs a strategy over the bars, each once and in order. On each bar, live orders are filled first, then equity is recorded,
 * then the strategy decides at the close. Orders of the last bar are not filled. An account without equity closes its
 * position at that bar's close and stays at 0.
 */
export function runBacktest(
  bars: BarColumns,
  strategy: BacktestStrategy,
  given: Parameters,
  settings: BacktestSettings,
): BacktestResult {
  const rule = strategy.createRule(bars, resolveBacktestParameters(strategy, given));
  const account = new Account(bars, settings);
  const equity = new Float64Array(bars.length);
  const firstStep = Math.min(rule.warmUp + 1, bars.length);
  for (let bar = 0; bar < firstStep; bar += 1) rule.advance(bar);
  equity.fill(settings.cash, 0, firstStep);
  let isRuined = false;
  for (let bar = firstStep; bar < bars.length && !isRuined; bar += 1) {
    rule.advance(bar);
    account.match(bar);
    const worth = account.equityAt(bar);
    isRuined = worth <= 0;
    if (isRuined) {
      account.close(bar, bars.close[bar] as number);
    } else {
      equity[bar] = worth;
      rule.decide(bar, account);
    }
  }
  if (settings.finalizeTrades && !isRuined && firstStep < bars.length) finalizeTrades(bars, account, equity);
  return { trades: account.trades, equity, warmUp: rule.warmUp };
}

function finalizeTrades(bars: BarColumns, account: Account, equity: Float64Array): void {
  const last = bars.length - 1;
  account.close(last, bars.open[last] as number);
  equity[last] = account.equityAt(last);
}
