import { DAY_MS } from "@wazi/domain";
import { findNextSession, MAX_CLOSED_DAYS } from "../costs/sessions.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import type { AllocationStrategy, ClosedMonths } from "../strategies/allocation-strategy.ts";
import { type BotConfig, isAllocation } from "./bot-config.ts";
import { type BotState, findLastPrice, type PendingOrder } from "./bot-state.ts";
import { startOfMonth, toMonth } from "../months.ts";
import type { SymbolRules } from "./symbol-rules.ts";
import { readTradeNumbers } from "./trade-numbers.ts";

/** The least difference that gives an order, as a part of the nav: twice the last place of an exposure, so that rounding gives none. */
const LEAST_CHANGE = 0.0002;
/** Rounding may take a sum of weights this far above the largest exposure. */
const WEIGHT_TOLERANCE = 1e-9;
const PART_PLACES = 6;

/**
 * Lets a strategy with weights decide at the end of a moment (epoch ms) when it is the close of the month's last market day,
 * or, where that bar was missing, at the first moment of the next month. Its orders are the differences between the weights
 * and what the bot holds at the last closes; they fill at each symbol's next open. They replace those that still wait.
 */
export function takeMonthEnd(config: BotConfig, rules: SymbolRules, state: BotState, time: number): BotState {
  const { strategy } = config;
  if (!isAllocation(strategy)) return state;
  const lived = toMonth(time - 1);
  const ended = isLastMoment(config, time, lived) ? lived : lived - 1;
  if (state.decidedMonth !== null && state.decidedMonth >= ended + 1) return state;
  const months = readClosedMonths(config, strategy, rules, state, ended);
  const targets = weighMonth(config, strategy, months);
  const decidedBills = months && Array.from(months.closed.bills, (each) => (Number.isNaN(each) ? null : each));
  const decided = { ...state, decidedMonth: ended + 1, decidedBills };
  return targets === null ? decided : orderDifferences(config, decided, targets, time);
}

/** True when no instrument's venue opens again in the month. */
function isLastMoment(config: BotConfig, time: number, month: number): boolean {
  const nextMonth = startOfMonth(month + 1);
  if (time < nextMonth - MAX_CLOSED_DAYS * DAY_MS) return false;
  return config.instruments.every(({ calendar = "always" }) => {
    const session = findNextSession(calendar, time);
    return Math.max(session?.opensAt ?? time, time) >= nextMonth;
  });
}

/** Instruments with enough closed months for a decision, and these months. */
interface KnownMonths {
  /** Their places among the bot's instruments. */
  readonly known: readonly number[];
  readonly closed: ClosedMonths;
}

/** Reads what a strategy decides on at the end of a month; `null` when no instrument has enough months. */
export function readClosedMonths(
  config: BotConfig,
  { months }: AllocationStrategy,
  rules: SymbolRules,
  state: BotState,
  ended: number,
): KnownMonths | null {
  const { findBillReturn = () => 0, instruments } = config;
  const returns = instruments.map((instrument) => rules.listReturns(instrument, state, ended).slice(-months));
  const known = instruments.flatMap((_, index) => ((returns[index]?.length ?? 0) >= months ? [index] : []));
  if (known.length === 0) return null;
  const bills = Array.from({ length: months }, (_, index) => findBillReturn(ended - months + 1 + index));
  return { known, closed: { parts: known.map((index) => returns[index] ?? []), bills } };
}

/** The target weight of each instrument: 0 for those with too few months; `null` when none has enough, or a rate of bills is missing. */
export function weighMonth(
  config: BotConfig,
  strategy: AllocationStrategy,
  months: KnownMonths | null,
): readonly number[] | null {
  if (months === null) return null;
  const { known, closed } = months;
  const { instruments, maximumExposure } = config;
  const weights = strategy.weigh(closed);
  const targets = instruments.map((_, index) => (known.includes(index) ? (weights[known.indexOf(index)] ?? NaN) : 0));
  if (targets.some(Number.isNaN)) return null;
  const gross = targets.reduce((sum, weight) => sum + Math.abs(weight), 0);
  if (!(gross <= maximumExposure + WEIGHT_TOLERANCE)) {
    throw new RangeError(
      `${strategy.name} gave weights of ${targets.join(", ")}, which is more than ${maximumExposure} of the nav`,
    );
  }
  return targets;
}

interface Holding {
  readonly symbol: string;
  readonly costs: TradingCosts;
  /** Its value at the last close, in units of the nav; below 0 when sold short. */
  readonly value: number;
}

function orderDifferences(config: BotConfig, state: BotState, targets: readonly number[], time: number): BotState {
  const { nav, holdings } = valueHoldings(config, state);
  const spent = holdings.reduce((sum, { costs, value }, index) => {
    return sum + Math.abs((targets[index] ?? 0) * nav - value) * (costs.halfSpread + costs.slippage + costs.commission);
  }, 0);
  const orders = holdings.flatMap((holding, index): PendingOrder[] => {
    const action = decideChange(holding, (targets[index] ?? 0) * (nav - spent), nav);
    return action === null ? [] : [{ symbol: holding.symbol, decidedBarTime: time, action }];
  });
  return { ...state, orders };
}

function decideChange({ value, costs }: Holding, target: number, nav: number): PendingOrder["action"] | null {
  if (!(Math.abs(target - value) >= LEAST_CHANGE * nav)) return null;
  const keptPart = value * target > 0 ? Math.min(1, target / value) : 0;
  const more = target - value * keptPart;
  const side = more > 0 ? "buy" : "sell";
  // The price of the order: the value at the mid price, and half of the spread and the slippage.
  const amount = Math.abs(more) + more * (costs.halfSpread + costs.slippage);
  const isMore = Math.abs(more) >= LEAST_CHANGE * nav;
  return {
    kind: "rebalance",
    closedPart: value === 0 ? "0" : (1 - keptPart).toFixed(PART_PLACES),
    entry: isMore ? { side, amount: amount.toFixed(12) } : null,
  };
}

/**
 * The worth of the bot at its symbols' last closes, with the costs that it has paid and without those of closing. In floats, because it
 * only sets the sizes of orders, live and in the evidence alike: `fillOrder` rounds them exactly, and no amount is posted from it.
 */
export function valueHoldings(
  { instruments }: BotConfig,
  state: BotState,
): { readonly nav: number; readonly holdings: readonly Holding[] } {
  let nav = Number(state.nav);
  const values = new Map<string, number>();
  for (const trade of state.openTrades) {
    const price = findLastPrice(state.symbols[trade.symbol], trade);
    const { direction, entered, entry, dividends, financing, isConverted } = readTradeNumbers(trade);
    // `computeCloseFactor` without a commission.
    const move = direction * (price + dividends - entry) - financing;
    nav += entered * (move / (isConverted ? price : entry) - trade.costs.commission);
    const value = direction * entered * (isConverted ? 1 : price / entry);
    values.set(trade.symbol, (values.get(trade.symbol) ?? 0) + value);
  }
  const holdings = instruments.map(({ symbol, costs }) => ({ symbol, costs, value: values.get(symbol) ?? 0 }));
  return { nav: Math.max(0, nav), holdings };
}
