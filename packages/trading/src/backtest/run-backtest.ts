import type { BarColumns } from "../bar-columns.ts";
import { createIndicator, type CreateIndicator } from "../indicators/create-indicator.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { Dividend } from "../simulation/dividend.ts";
import type { Parameters, Rule, RuleContext, Strategy } from "../strategies/strategy.ts";
import { type AccountSettings, CashAccount } from "./cash-account.ts";
import { computeMedianSpacingMs } from "./series-breaks.ts";
import { TradeLog } from "./trade-log.ts";

/** The last bars of a series tell the length of a bar. */
const BARS_MEASURED = 100;

export interface BacktestSettings extends AccountSettings {
  /** When true, an open position closes at the last bar's open; otherwise it is not counted as a trade. */
  readonly finalizeTrades: boolean;
  /** The dividends of the series, in order; none when left out. */
  readonly dividends?: readonly BarDividend[];
}

/** The memory that many backtests of one series share, one after the other. Each overwrites the trades and the equity of the one before. */
export interface BacktestMemory {
  readonly trades: TradeLog;
  readonly equity: Float64Array;
  readonly createIndicator: CreateIndicator;
}

/** A dividend with the index of the first bar without it. */
export interface BarDividend extends Dividend {
  readonly bar: number;
}

export interface BacktestResult {
  readonly trades: TradeLog;
  /** The equity at the close of each bar. */
  readonly equity: Float64Array;
  /** The index of the first bar at which every indicator has a value. The first decision is one bar later. */
  readonly warmUp: number;
}

/** Creates the memory of a backtest, or of many of the same series. */
export function createMemory(bars: BarColumns, create = createIndicator): BacktestMemory {
  return { trades: new TradeLog(), equity: new Float64Array(bars.length), createIndicator: create };
}

/**
 * Runs a strategy in the cash account, over the bars, each once and in order. On each bar, live orders are filled first, then equity is recorded,
 * then the strategy decides at the close. Orders of the last bar are not filled. An account without equity closes its
 * position at that bar's close and stays at 0. The result is in `memory`.
 */
export function runBacktest(
  bars: BarColumns,
  strategy: Strategy,
  given: Parameters,
  settings: BacktestSettings,
  memory = createMemory(bars),
): BacktestResult {
  const { equity, trades } = memory;
  const rule = strategy.createRule(resolveParameters(strategy, given), memory.createIndicator);
  trades.clear();
  const account = new CashAccount(bars, settings, trades);
  const context = createContext(bars, settings);
  const firstStep = Math.min(rule.warmUp + 1, bars.length);
  for (let bar = 0; bar < firstStep; bar += 1) rule.advance(bars, bar);
  equity.fill(settings.cash, 0, firstStep);
  const run: Run = {
    bars,
    rule,
    account,
    context,
    equity,
    payDividends: createDividendPayer(settings, account, context),
  };
  const isRuined = playBars(run, firstStep);
  if (settings.finalizeTrades && !isRuined && firstStep < bars.length) finalizeTrades(bars, account, equity);
  return { trades, equity, warmUp: rule.warmUp };
}

interface Run {
  readonly bars: BarColumns;
  readonly rule: Rule;
  readonly account: CashAccount;
  readonly context: RuleContext;
  readonly equity: Float64Array;
  readonly payDividends: (bar: number) => number;
}

/**
 * Plays the bars from `firstStep` on, and tells whether the account is ruined. A function of its own, because the compiler inlines
 * only so much into one function, and everything in this loop should be.
 */
function playBars({ bars, rule, account, context, equity, payDividends }: Run, firstStep: number): boolean {
  const { length } = bars;
  let dividendBar = payDividends(firstStep - 1);
  for (let bar = firstStep; bar < length; bar += 1) {
    if (bar === dividendBar) dividendBar = payDividends(bar);
    rule.advance(bars, bar);
    account.match(bar);
    const worth = account.equityAt(bar);
    if (worth <= 0) {
      account.close(bar, bars.close[bar] as number);
      equity.fill(0, bar);
      return true;
    }
    equity[bar] = worth;
    rule.decide(bars, bar, account, context);
  }
  return false;
}

/**
 * Pays the dividends up to a bar, and tells the rules of the one after it, which counts as declared. The function returns the
 * bar of that one; −1 without one.
 */
function createDividendPayer(
  { dividends = [] }: BacktestSettings,
  account: CashAccount,
  context: { nextDividend: Dividend | null },
): (bar: number) => number {
  let paid = 0;
  return (bar) => {
    for (let next = dividends[paid]; next !== undefined && next.bar <= bar; next = dividends[paid]) {
      account.takeDividend(Number(next.amount));
      paid += 1;
    }
    context.nextDividend = dividends[paid] ?? null;
    return dividends[paid]?.bar ?? -1;
  };
}

/** A rule sees it as a `RuleContext`, which it cannot change. */
type AccountContext = RuleContext & { nextDividend: Dividend | null };

function createContext({ time }: BarColumns, { commission, spread }: AccountSettings): AccountContext {
  let barMs = NaN;
  return {
    roundTripCost: spread + 2 * commission,
    nextDividend: null,
    get barMs() {
      if (Number.isNaN(barMs)) barMs = computeMedianSpacingMs([...time.subarray(-BARS_MEASURED)]);
      return barMs;
    },
  };
}

function finalizeTrades(bars: BarColumns, account: CashAccount, equity: Float64Array): void {
  const last = bars.length - 1;
  account.close(last, bars.open[last] as number);
  equity[last] = account.equityAt(last);
}
