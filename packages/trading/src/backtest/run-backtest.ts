import type { Parameters } from "../strategies/strategy.ts";
import { Account, type AccountSettings } from "./account.ts";
import type { BacktestStrategy } from "./backtest-strategy.ts";
import type { BarColumns } from "./bar-columns.ts";
import { resolveBacktestParameters } from "./resolve-backtest-parameters.ts";
import type { TradeLog } from "./trade-log.ts";

export interface BacktestSettings extends AccountSettings {
  /** Whether what is open at the end is closed at the last bar's open; else it is left out of the trades. */
  readonly finalizeTrades: boolean;
}

export interface BacktestResult {
  readonly trades: TradeLog;
  /** Per bar, at its close. */
  readonly equity: Float64Array;
  /** The index of the bar at which every indicator has a value; the first decision is one bar later. */
  readonly warmUp: number;
}

/**
 * Plays the bars through a strategy, each once and in order. On each bar orders are matched first, then equity is recorded, then
 * the strategy decides on what it has seen up to this close; nothing decided on the last bar is filled. An account whose
 * equity is gone closes at that bar's close and stays at 0.
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
